// What is wrong with expressions of either language before they run. JavaScript, because threads load it as it stands.
import { faultsOf } from './expression-faults.mjs';
import { jqFault } from './jq.mjs';

/** What is wrong with each of the expressions. `known`: the variables of its place, without their `$`. */
export function faultsInLanguages(sites) {
  return sites.flatMap((site) => {
    if (site.language !== 'jq') return faultsOf([site]);
    const fault = jqFault(site.text, site.known);
    return fault === undefined ? [] : [{ pointer: site.pointer, ...fault }];
  });
}
