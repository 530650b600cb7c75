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
  if (!/^https?:\/\/[^/?#@\s]+/i.test(url))
    throw entryRefused('Its address is none of http or https, or has a user in it.');
  const names = headers.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) throw entryRefused('It says a header twice.');
  return {
    ...{ kind: 'remote', type: types[type] ?? 'http', url: { pieces: inputs.pieces(url, variables) } },
    headers: Object.fromEntries(
      headers.map((header) => [
        header.name,
        inputs.slot(header.name, header, { isSecret: /^(?:proxy-)?authorization$/i.test(header.name) }),
      ]),
    ),
  };
}
