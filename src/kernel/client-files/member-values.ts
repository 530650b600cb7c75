import { isJsonObject, type JsonObject } from '../json/json.js';

/** The names in a list, or in one text; `undefined` for anything else. */
export function textsIn(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;
}

/**
 * Headers or variables by name: an object, a list of `{ name, value }` or `{ key, value }`, or a list of `NAME=value` or `Name: value`.
 * Numbers and booleans become text; `undefined` for anything else.
 */
export function pairsIn(value: unknown): Record<string, string> | undefined {
  const pairs = Array.isArray(value)
    ? value.map(pairOf)
    : isJsonObject(value)
      ? Object.entries(value).filter(([, member]) => member !== null)
      : undefined;
  if (pairs === undefined) return undefined;
  const read: Record<string, string> = {};
  for (const pair of pairs) {
    const [name, member] = pair ?? [];
    if (name === undefined || !isText(member)) return undefined;
    read[name] = String(member);
  }
  return read;
}

function pairOf(item: unknown): readonly [string, unknown] | undefined {
  if (typeof item === 'string') {
    const [, name, value] = /^([\w-]+)\s*[=:]\s*(.*)$/s.exec(item) ?? [];
    return name === undefined ? undefined : [name, value];
  }
  if (!isJsonObject(item)) return undefined;
  const name = item['name'] ?? item['key'];
  return typeof name === 'string' ? [name, item['value']] : undefined;
}

/** Milliseconds of a time in seconds or milliseconds; `undefined` for what is no time of up to a day. */
export function toMilliseconds(value: unknown, unit: 's' | 'ms'): number | undefined {
  const number = Number(value);
  const milliseconds = Math.round(unit === 's' ? number * 1000 : number);
  return milliseconds >= 1 && milliseconds <= 86_400_000 ? milliseconds : undefined;
}

/** The words of a command line, as a shell takes them apart, without expansion. */
export function shellWords(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double?.replace(/\\(["\\])/g, '$1') ?? single ?? plain ?? '',
  );
}

export function isText(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The members of an object under one of several names. */
export function firstMember(object: JsonObject, ...names: readonly string[]): unknown {
  return names.map((name) => object[name]).find((value) => value !== undefined && value !== null);
}
