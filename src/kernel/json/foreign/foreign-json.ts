import { parseJson } from '../exact-number.js';
import { JsonMeter } from '../json-meter.js';
import { outlineOf } from '../json-outline.js';
import { parsingParts, partLength } from '../json-parts.js';
import { Problem } from '../../problems/problem.js';

/** What JSON that others wrote may be before it is parsed. */
export interface ForeignJsonLimits {
  /** Levels of lists and objects. */
  readonly maxDepth: number;
  /** Values, as `JsonMeter` counts them. */
  readonly maxValues: number;
}

/** JSON that others wrote goes over a limit, which the message names as the end of a sentence. It was not parsed. */
export class ForeignJsonTooLarge extends Error {
  override readonly name = 'ForeignJsonTooLarge';
}

/** Levels of JSON from others: printing and walking what nests without end overflows the stack. */
export const foreignJsonDepth = 100;
/** Bytes that are measured between two yields, about a millisecond. */
const measuredBytes = 131_072;

/**
 * `parseJson` of a text that others wrote, in steps that can be put aside. The text is measured before it is parsed. `parse` reads a part of
 * it, which is JSON. Throws a `SyntaxError` or a `ForeignJsonTooLarge`.
 */
export function* parsingForeignJson(
  text: string,
  limits: ForeignJsonLimits,
  parse: (part: string) => unknown = (part) => parseJson(part),
): Generator<undefined, unknown> {
  yield* measuring(Buffer.from(text), limits);
  if (text.length <= partLength) return parse(text);
  return yield* parsingParts(text, { parse, member: () => undefined });
}

/** Bytes that are decoded between two yields. */
const decodedBytes = 1_048_576;

/**
 * `parseJson` of an object in UTF-8, in steps that can be put aside. The bytes must be proven to be JSON by `outlineOf`. Throws a
 * `ForeignJsonTooLarge` when it nests deeper than `maxDepth`, before it is parsed.
 */
export function* parsingOutlined(bytes: Buffer, maxDepth: number): Generator<undefined, unknown> {
  const levels = outlineOf(bytes)?.levels ?? 0;
  if (levels > maxDepth) throw tooDeep(maxDepth);
  let text = '';
  for (let at = 0; at < bytes.length;) {
    let end = Math.min(at + decodedBytes, bytes.length);
    // A character ends before the next byte that begins one.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
    text += bytes.toString('utf8', at, end);
    at = end;
    yield undefined;
  }
  return yield* parsingParts(text, { parse: (part) => parseJson(part), member: () => undefined });
}

/** Whether a text that is JSON would be a list or an object. */
export function beginsContainer(text: string): boolean {
  return /^[ \t\n\r]*[[{]/.test(text);
}

function* measuring(bytes: Buffer, { maxDepth, maxValues }: ForeignJsonLimits): Generator<undefined, void> {
  const meter = new JsonMeter({
    maxDepth,
    maxElements: maxValues,
    elementsVariable: 'MAX_RESULT_ELEMENTS',
  });
  try {
    for (let at = 0; at < bytes.length; at += measuredBytes) {
      meter.add(bytes.subarray(at, at + measuredBytes));
      yield undefined;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw error.code === 'json-too-deep'
      ? tooDeep(maxDepth)
      : new ForeignJsonTooLarge(`holds more than ${String(maxValues)} values`);
  }
}

function tooDeep(maxDepth: number): ForeignJsonTooLarge {
  return new ForeignJsonTooLarge(`nests deeper than ${String(maxDepth)} levels`);
}
