import { isJsonObject } from '../kernel/json.js';
import { pointerTo } from '../platform/http/validate.js';
import { looksLikeCredential } from './credential-literals.js';

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
export function configChanges(before: unknown, after: unknown): ConfigChange[] {
  return differences(before, after, []);
}

function differences(before: unknown, after: unknown, path: readonly string[]): ConfigChange[] {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    if (isSame(before, after)) return [];
    return [{ op: 'replace', path: pointerTo(path), before: shown(before, path), after: shown(after, path) }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): ConfigChange[] => {
    const at = [...path, name];
    if (!Object.hasOwn(after, name))
      return [{ op: 'remove', path: pointerTo(at), before: shown(before[name], at) }];
    if (!Object.hasOwn(before, name))
      return [{ op: 'add', path: pointerTo(at), after: shown(after[name], at) }];
    return differences(before[name], after[name], at);
  });
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (isJsonObject(a) && isJsonObject(b)) return differences(a, b, []).length === 0;
  return a === b;
}

/** A value as it may be shown. */
function shown(value: unknown, path: readonly string[]): unknown {
  if (typeof value === 'string') return looksLikeCredential(path.at(-1) ?? '', value) ? mask : value;
  if (Array.isArray(value)) return value.map((item) => shown(item, path));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, shown(member, [...path, key])]),
  );
}
