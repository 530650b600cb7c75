import { isJsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
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
export async function plainCredentialFaults(config: unknown, current: unknown): Promise<Fault[]> {
  const found = await inSlices(collect(config));
  if (found.length === 0) return [];
  const known = new Map((await inSlices(collect(current))).map(({ pointer, value }) => [pointer, value]));
  return found
    .filter(({ pointer, value }) => known.get(pointer) !== value)
    .map(({ pointer }) => ({
      pointer,
      detail:
        'is a credential in plain text, which would stay in the history: keep it as a secret of the app and write `${secret:NAME}` in a header or variable; `allowLiterals=true` saves it all the same',
    }));
}

function* collect(config: unknown): Generator<undefined, readonly PlainCredential[]> {
  const found: PlainCredential[] = [];
  for (const credential of credentialsIn(config, [])) {
    if (credential !== undefined) found.push(credential);
    yield undefined;
  }
  return found;
}

/** `undefined` for each text that is none. */
function* credentialsIn(
  value: unknown,
  path: readonly (string | number)[],
): Generator<PlainCredential | undefined> {
  if (typeof value === 'string') {
    const isCredential = isSurelyCredential(namesItsValue(path) ? String(path.at(-1)) : '', value);
    yield isCredential ? { pointer: pointerTo(path), value } : undefined;
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* credentialsIn(item, [...path, index]);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) yield* credentialsIn(member, [...path, key]);
  }
}

const namingMembers: ReadonlySet<string> = new Set(['headers', 'env', 'auth', 'credentials']);

/** Names of headers and variables say what stands in them; `token` in a workflow's arguments may be anything. */
function namesItsValue([section, , member]: readonly (string | number)[]): boolean {
  return section === 'mcpServers' && namingMembers.has(String(member));
}
