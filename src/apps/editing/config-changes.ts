import { isJsonObject } from '../../kernel/json/json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { looksLikeCredential } from '../document/credential-literals.js';

/** One difference between two configs: where, and what was or is there. */
export interface ConfigChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** RFC 6901 pointer. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const mask = '[redacted]';

/**
 * What makes `after` of `before`, member by member; lists count as one value, and the order of members does not matter. Values that look
 * like credentials are masked.
 */
export function configChanges(before: unknown, after: unknown): Promise<ConfigChange[]> {
  return inSlices(collect(before, after));
}

function* collect(before: unknown, after: unknown): Generator<undefined, ConfigChange[]> {
  const changes: ConfigChange[] = [];
  yield* differences(before, after, [], changes);
  return changes;
}

function* differences(
  before: unknown,
  after: unknown,
  path: readonly string[],
  changes: ConfigChange[],
): Generator<undefined, void> {
  yield undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) {
    if (yield* isSame(before, after)) return;
    changes.push({
      ...{ op: 'replace', path: pointerTo(path) },
      ...{ before: yield* shown(before, path), after: yield* shown(after, path) },
    });
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = [...path, name];
    if (!Object.hasOwn(after, name))
      changes.push({ op: 'remove', path: pointerTo(at), before: yield* shown(before[name], at) });
    else if (!Object.hasOwn(before, name))
      changes.push({ op: 'add', path: pointerTo(at), after: yield* shown(after[name], at) });
    else yield* differences(before[name], after[name], at, changes);
  }
}

function* isSame(a: unknown, b: unknown): Generator<undefined, boolean> {
  yield undefined;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (const [index, item] of a.entries()) if (!(yield* isSame(item, b[index]))) return false;
    return true;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) if (!Object.hasOwn(b, name) || !(yield* isSame(a[name], b[name]))) return false;
  return true;
}

/** A value as it may be shown. */
function* shown(value: unknown, path: readonly string[]): Generator<undefined, unknown> {
  if (typeof value === 'string') {
    yield undefined;
    return looksLikeCredential(path.at(-1) ?? '', value) ? mask : value;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(yield* shown(item, path));
    return items;
  }
  if (!isJsonObject(value)) return value;
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value))
    members.push([key, yield* shown(member, [...path, key])]);
  yield undefined;
  return Object.fromEntries(members);
}
