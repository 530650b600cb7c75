export { cruise, type ICruiseResult } from 'dependency-cruiser';
export { default as extractRules } from 'dependency-cruiser/config-utl/extract-depcruise-options';
