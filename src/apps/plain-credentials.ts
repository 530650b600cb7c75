import { isJsonObject } from '../kernel/json.js';
import type { Fault } from '../kernel/problem.js';
import { pointerTo } from '../platform/http/validate.js';
import { isSurelyCredential } from './credential-literals.js';

/** A text of a config that surely is a credential. */
interface PlainCredential {
  readonly pointer: string;
  readonly value: string;
}

/**
 * Credentials that stand in a config in plain, as far as there is no doubt; each is in the history for good. Those that stand at the
 * same place of the current config are not told again.
 */
export function plainCredentialFaults(config: unknown, current: unknown): Fault[] {
  const found = [...credentialsIn(config, [])];
  if (found.length === 0) return [];
  const known = new Map([...credentialsIn(current, [])].map(({ pointer, value }) => [pointer, value]));
  return found
    .filter(({ pointer, value }) => known.get(pointer) !== value)
    .map(({ pointer }) => ({
      pointer,
      detail:
        'is a credential in plain text, which would stay in the history: keep it as a secret of the app and write `${secret:NAME}` in a header or variable; `allowLiterals=true` saves it all the same',
    }));
}

function* credentialsIn(value: unknown, path: readonly (string | number)[]): Generator<PlainCredential> {
  if (typeof value === 'string') {
    if (isSurelyCredential(namesItsValue(path) ? String(path.at(-1)) : '', value))
      yield { pointer: pointerTo(path), value };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* credentialsIn(item, [...path, index]);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) yield* credentialsIn(member, [...path, key]);
  }
}

/** Names of headers and variables say what stands in them; `token` in a workflow's arguments may be anything. */
function namesItsValue([section, , member]: readonly (string | number)[]): boolean {
  return section === 'mcpServers' && (member === 'headers' || member === 'env');
}
