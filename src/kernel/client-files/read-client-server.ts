import type { JsonObject } from '../json/json.js';
import { clientMembers } from './members.js';
import { ServerDraft, type ClientServer } from './server-draft.js';

const byName = new Map(clientMembers.flatMap((member) => member.names.map((name) => [name, member])));

/** In the order of the table: where a client has two members for one thing, the first of the table counts. */
const order = new Map([...byName.keys()].map((name, index) => [name, index]));

/**
 * An entry of a client's file in the members of the gateway. `own`: the members that the gateway has there itself; what stands in one of
 * them in the gateway's own form is left as it is.
 */
export function readClientServer(
  entry: JsonObject,
  own: readonly string[],
  {
    name: server,
    timeoutUnit,
  }: { readonly name?: string; readonly timeoutUnit?: 's' | 'ms' | undefined } = {},
): ClientServer {
  const draft = new ServerDraft(entry, timeoutUnit, server);
  const names = Object.keys(entry).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  for (const name of names) {
    const value = entry[name];
    const member = byName.get(name);
    if (own.includes(name) && (member?.isOwn?.(value, entry) ?? true)) draft.keep(name, value);
    else if (name.startsWith('x-') || value === null || value === undefined) continue;
    else if (member === undefined) draft.unknown.push(name);
    else member.read(draft, value, name);
  }
  return draft.finished();
}
