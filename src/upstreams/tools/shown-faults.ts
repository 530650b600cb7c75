import type { RegisteredServer } from '../declared/registered-server.js';
import type { ListFault } from '../connection/lists/list-fault.js';

/** Faults of the lists of a server without those of tools that its policy or grants hide, under the names that callers use; in steps. */
export function* shownFaults(
  faults: readonly ListFault[],
  { policy }: Pick<RegisteredServer, 'policy'>,
): Generator<undefined, ListFault[]> {
  const shown: ListFault[] = [];
  for (const fault of faults) {
    yield undefined;
    const { list, item } = fault;
    if (list !== 'tools' || item === undefined || policy.isOpen) shown.push(fault);
    // A name that was cut is one that no rule can be sure about.
    else if (!item.endsWith('…') && (yield* policy.allowing(item)))
      shown.push({ ...fault, item: String(policy.show({ name: item })['name']) });
  }
  return shown;
}
