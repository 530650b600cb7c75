// What is wrong with expressions of either language before they run. JavaScript, because threads load it as it stands.
import { jqFault } from './jq.mjs';

/** What is wrong with each of the expressions. `known`: the variables of its place, without their `$`. */
export async function faultsInLanguages(sites) {
  const faultsOf = sites.some(({ language }) => language !== 'jq') ? await jsonataFaults() : undefined;
  return sites.flatMap((site) => {
    if (site.language !== 'jq') return faultsOf([site]);
    const fault = jqFault(site.text, site.known);
    return fault === undefined ? [] : [{ pointer: site.pointer, ...fault }];
  });
}

/** Loaded when it is needed: it takes longer than all else in a thread, and most documents do without. */
async function jsonataFaults() {
  const { faultsOf } = await import('./expression-faults.mjs');
  return faultsOf;
}
