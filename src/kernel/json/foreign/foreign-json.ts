import { parseJson } from '../exact-number.js';
import { JsonMeter } from '../json-meter.js';
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
    throw new ForeignJsonTooLarge(
      error.code === 'json-too-deep'
        ? `nests deeper than ${String(maxDepth)} levels`
        : `holds more than ${String(maxValues)} values`,
    );
  }
}
