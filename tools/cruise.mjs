// What test/process/architecture.spec.ts needs of dependency-cruiser, which is found from here.
import { cruise } from 'dependency-cruiser';
import extractRules from 'dependency-cruiser/config-utl/extract-depcruise-options';

export { cruise, extractRules };
