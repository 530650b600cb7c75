import type { Remote } from '../entry/server-json.js';
import type { EntryInputs } from './entry-inputs.js';
import { entryRefused } from './plan-refusal.js';
import type { DeclarationTemplate } from './declaration-template.js';

const types: Readonly<Record<string, 'http' | 'sse'>> = { 'streamable-http': 'http', sse: 'sse' };

export function isReachable({ type, url }: Remote): boolean {
  return url !== undefined && types[type] !== undefined;
}

/** Throws `catalog-entry-entryRefused`. */
export function remoteTemplate(
  { type, url = '', headers = [], variables = {} }: Remote,
  inputs: EntryInputs,
): DeclarationTemplate {
  if (!/^https?:\/\/[^/?#\\\s]+/i.test(url)) throw entryRefused('Its address is none of http or https.');
  const pieces = inputs.pieces(url, variables);
  // What is asked for is looked at when it is answered.
  if (hasUser(pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join('')))
    throw entryRefused(userRefusal);
  const names = headers.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) throw entryRefused('It says a header twice.');
  return {
    ...{ kind: 'remote', type: types[type] ?? 'http', url: { pieces } },
    headers: Object.fromEntries(
      headers.map((header) => [
        header.name,
        inputs.slot(header.name, header, { isSecret: /^(?:proxy-)?authorization$/i.test(header.name) }),
      ]),
    ),
  };
}

export const userRefusal = 'Its address has a user or password in it.';

/** Whether an address says who is there before it says where: clients send that as credentials, or show it as the host. */
export function hasUser(url: string): boolean {
  const [, authority = ''] = /^[a-z]+:[/\\]*([^/?#\\]*)/i.exec(url) ?? [];
  return authority.includes('@');
}
