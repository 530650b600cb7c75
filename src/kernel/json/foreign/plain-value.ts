import { plainNumber, withPlainNumbers, type ExactNumber } from '../exact-number.js';
import { measuringJson, type PrintLimits } from './json-printing.js';

/** A value with JavaScript's numbers, and its bytes as JSON; `undefined` where they are more than `maxBytes`, and then with the numbers as they came. */
export interface PlainValue {
  readonly value: unknown;
  readonly bytes: number | undefined;
}

/**
 * `withPlainNumbers` of a value that others wrote, in steps that can be put aside. `refuse` is given the first number that a double cannot hold,
 * and throws. Throws a `NestsTooDeeply`.
 */
export function* readingPlain(
  value: unknown,
  { maxDepth, maxBytes }: Pick<PrintLimits, 'maxDepth' | 'maxBytes'>,
  refuse: (source: string) => never,
): Generator<undefined, PlainValue> {
  const found: ExactNumber[] = [];
  const onNumber = (number: ExactNumber) => {
    if (plainNumber(number) === number) refuse(number.source);
    found[0] = number;
  };
  const bytes = yield* measuringJson(value, { maxDepth, maxBytes, onNumber });
  const isPlain = bytes === undefined || found.length === 0;
  return { value: isPlain ? value : withPlainNumbers(value, refuse), bytes };
}
