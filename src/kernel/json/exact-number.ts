import { randomUUID } from 'node:crypto';
import { changesAsDouble, jsonNumber, numberTokens } from './number-text.mjs';

/** Texts with which numbers pass through `JSON.parse` and `JSON.stringify`; no one outside can know them, and none is left behind. */
const secret = randomUUID();
const mark = `exact-number-${secret}-`;
const printedMark = /"exact-number-([\da-f-]{36})-(\d+)"/g;

/** What a print has met so far; `undefined` while nobody prints. */
let met: ExactNumber[] | undefined;

/** A number of JSON as it is written, where a double would be another one or be printed otherwise. A leaf like any number. */
export class ExactNumber {
  constructor(readonly source: string) {}

  /** For whoever prints without `printJson`: the nearest double. */
  toJSON(): unknown {
    return met === undefined ? Number(this.source) : `${mark}${String(met.push(this) - 1)}`;
  }
}

/** `JSON.stringify`, with exact numbers as they are written. */
export function printJson(value: unknown): string {
  const before = met;
  const found: ExactNumber[] = (met = []);
  try {
    const text = JSON.stringify(value);
    return found.length === 0
      ? text
      : text.replaceAll(printedMark, (printed, key, index) =>
          key === secret ? (found[Number(index)] as ExactNumber).source : printed,
        );
  } finally {
    met = before;
  }
}

/** Which numbers stay as they are written: those that a double would change, or all that would be printed with other characters. */
export type KeptNumbers = 'value' | 'text';

/** What is in every text that holds a number to be kept, and seldom in others: numbers stand first, or behind one of three characters. */
const hints: Readonly<Record<KeptNumbers, RegExp>> = {
  value: /(?:^|[:,[])\s*(?:-?(?:\d*(?:\d{16}|\d{8}\.\d|\d\.\d{8})|[\d.]+[eE][+-]?\d{3})|-0(?!\d))/,
  text: /(?:^|[:,[])\s*(?:-?(?:\d{16}|\d+[.eE])|-0(?!\d))/,
};

/** `JSON.parse`, with `ExactNumber`s where they are needed. */
export function parseJson(
  text: string,
  kept: KeptNumbers = 'value',
  /** What `JSON.parse` makes of it, where that is known. */
  plain: () => unknown = () => JSON.parse(text),
): unknown {
  if (!hints[kept].test(text)) return plain();
  const found: string[] = [];
  let marked = '';
  let from = 0;
  for (const { token, at } of numberTokens(text)) {
    if (!mustBeKept(token, kept)) continue;
    marked += `${text.slice(from, at)}"${mark}${String(found.push(token) - 1)}"`;
    from = at + token.length;
  }
  if (found.length === 0) return plain();
  return JSON.parse(marked + text.slice(from), (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark)
      ? new ExactNumber(found[Number(value.slice(mark.length))] as string)
      : value,
  );
}

/** A number as JavaScript has it, where nothing is lost by that; anything else as it is. */
export function plainNumber(value: unknown): unknown {
  return value instanceof ExactNumber && !changesAsDouble(value.source) ? Number(value.source) : value;
}

/** An object with JavaScript's numbers in its own members, where nothing is lost by that. */
export function plainMembers(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isPlain = Object.values(object).every((value) => plainNumber(value) === value);
  return isPlain
    ? object
    : Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plainNumber(value)]));
}

/** What a value that may be a number can be found by, whoever has read it. */
export function keyOf<T>(value: T): T | number {
  return value instanceof ExactNumber ? Number(value.source) : value;
}

/** Whether two values are the same primitive, be they exact numbers or not. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (a instanceof ExactNumber && b instanceof ExactNumber && a.source === b.source);
}

/** The same value with JavaScript's numbers. `refuse` is given the first number that would be another one, and throws. */
export function withPlainNumbers(value: unknown, refuse: (source: string) => never): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber)
    return changesAsDouble(value.source) ? refuse(value.source) : Number(value.source);
  if (Array.isArray(value)) return value.map((item) => withPlainNumbers(item, refuse));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withPlainNumbers(member, refuse)]),
  );
}

/** What is no number by the grammar of JSON stays in the text, for the parser to refuse. */
function mustBeKept(source: string, kept: KeptNumbers): boolean {
  const value = Number(source);
  if (JSON.stringify(value) === source || !jsonNumber.test(source)) return false;
  return kept === 'text' || changesAsDouble(source);
}
