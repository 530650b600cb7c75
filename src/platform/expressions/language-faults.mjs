// What is wrong with expressions of either language before they run. JavaScript, because threads load it as it stands.
import { jqFault } from './jq.mjs';

/** What is wrong with each of the expressions. `known`: the variables of its place, without their `$`. */
export async function faultsInLanguages(sites) {
  // JSONata takes longer to load than all else in a thread, and most documents do without.
  const needsJsonata = sites.some(({ language }) => language !== 'jq');
  const jsonata = needsJsonata ? await import('./expression-faults.mjs') : undefined;
  return sites.flatMap((site) => {
    if (site.language !== 'jq') return jsonata.faultsOf([site]);
    const fault = jqFault(site.text, site.known);
    return fault === undefined ? [] : [{ pointer: site.pointer, ...fault }];
  });
}
