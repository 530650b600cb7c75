import { ExactNumber } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { RepairNotes } from './list-fault.js';

/** Returns the value of a member when clients accept it, a replacement, or `undefined` to drop the member. Notes every change. */
export type Fit = (value: unknown, path: readonly string[], notes: RepairNotes) => unknown;

/** Keeps a value or drops it. */
export function wanting(expected: string, isRight: (value: unknown) => boolean): Fit {
  return (value, path, notes) => {
    if (isRight(value)) return value;
    notes.add(path, `is ${described(value)}, not ${expected}`);
    return undefined;
  };
}

export const aText = wanting('a string', (value) => typeof value === 'string');
export const aFlag = wanting('a boolean', (value) => typeof value === 'boolean');
export const anObject = wanting('an object', isJsonObject);

export function oneOf(values: readonly string[]): Fit {
  return wanting(`one of ${values.join(', ')}`, (value) => values.some((one) => one === value));
}

/** An object whose members fit; others pass. Without a required member the object is dropped. */
export function objectWith(fits: Readonly<Record<string, Fit>>, required: readonly string[] = []): Fit {
  return (value, path, notes) => {
    if (!isJsonObject(value)) return anObject(value, path, notes);
    const fitted = withMembers(value, fits, path, notes);
    const missing = required.find((name) => fitted[name] === undefined);
    if (missing === undefined) return fitted;
    notes.add(path, `has no ${missing}`);
    return undefined;
  };
}

/** An array whose elements fit; others are dropped. */
export function eachOf(fit: Fit): Fit {
  return (value, path, notes) => {
    if (!Array.isArray(value)) return wanting('an array', () => false)(value, path, notes);
    const before = value as readonly unknown[];
    const after = before
      .map((element, index) => fit(element, [...path, String(index)], notes))
      .filter((element) => element !== undefined);
    const isSame = after.length === before.length && after.every((one, index) => one === before[index]);
    return isSame ? before : after;
  };
}

/** The same object when every member fits. */
export function withMembers(
  object: JsonObject,
  fits: Readonly<Record<string, Fit>>,
  path: readonly string[],
  notes: RepairNotes,
): JsonObject {
  let changed: Record<string, unknown> | undefined;
  for (const [name, fit] of Object.entries(fits)) {
    if (!Object.hasOwn(object, name)) continue;
    const fitted = fit(object[name], [...path, name], notes);
    if (fitted === object[name]) continue;
    changed ??= { ...object };
    if (fitted === undefined) Reflect.deleteProperty(changed, name);
    else changed[name] = fitted;
  }
  return changed ?? object;
}

/** A number as clients read it, who have doubles. */
export function doubleOf(value: unknown): number | undefined {
  const number = value instanceof ExactNumber ? Number(value.source) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** What a value is, in words, without quoting it. */
export function described(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (value instanceof ExactNumber) return 'a number';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}
