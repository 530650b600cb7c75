import { isEqual, isObject, type ConfigObject } from './json-value.js';
import { readPointer, writePointer } from './pointer.js';

/** One difference between two configs, as the gateway reports them. */
export interface ConfigDifference {
  readonly op: 'add' | 'remove' | 'replace';
  /** RFC 6901 pointer. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What makes `after` of `before`, member by member; a list is one value, and the order of members does not matter. */
export function configDifferences(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): ConfigDifference[] {
  if (!isObject(before) || !isObject(after))
    return isEqual(before, after) ? [] : [{ op: 'replace', path: writePointer(path), before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): ConfigDifference[] => {
    const at = [...path, name];
    if (!Object.hasOwn(after, name)) return [{ op: 'remove', path: writePointer(at), before: before[name] }];
    if (!Object.hasOwn(before, name)) return [{ op: 'add', path: writePointer(at), after: after[name] }];
    return configDifferences(before[name], after[name], at);
  });
}

/** A config with changes put on it; what they say of `before` is not looked at. */
export function withChanges(config: unknown, changes: readonly ConfigDifference[]): unknown {
  return changes.reduce((result, change) => withChange(result, readPointer(change.path), change), config);
}

function withChange(value: unknown, [name, ...rest]: readonly string[], change: ConfigDifference): unknown {
  if (name === undefined) return change.after;
  const object: ConfigObject = isObject(value) ? value : {};
  const others = Object.entries(object).filter(([key]) => key !== name);
  if (rest.length === 0 && change.op === 'remove') return Object.fromEntries(others);
  const member = withChange(object[name], rest, change);
  return Object.hasOwn(object, name)
    ? Object.fromEntries(Object.entries(object).map(([key, old]) => [key, key === name ? member : old]))
    : Object.fromEntries([...others, [name, member]]);
}
