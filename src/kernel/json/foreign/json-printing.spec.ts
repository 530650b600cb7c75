import { parseJson, printJson } from '../exact-number.js';
import { measuringJson, NestsTooDeeply, printingJson } from './json-printing.js';

const limits = { maxDepth: 100, maxBytes: 10_000_000 };

function ended<T>(work: Generator<undefined, T>): { readonly value: T; readonly steps: number } {
  let steps = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return { value: step.value, steps };
    steps++;
  }
}

const values: readonly (readonly [string, unknown])[] = [
  ['a number', 1.5],
  ['null', null],
  ['an empty object', {}],
  ['empty lists', [[], [[]], {}]],
  ['undefined members', { a: undefined, b: 1, c: [undefined], d: undefined }],
  ['numbers that a double would change', parseJson('[9007199254740993123, {"a": 1e400}]')],
  ['names that need quotes', { 'a"b': 1, __proto__x: 'ü' }],
  ['a long text', `${'😀"\\\n'.repeat(20_000)}x`],
  ['many values', Array.from({ length: 50_000 }, (_, index) => ({ [`n${String(index)}`]: [index, 'x'] }))],
];

describe('printingJson', () => {
  it.each(values)('[foreign-json-printing] prints as printJson: %s', (_, value) => {
    const text = printJson(value);
    expect(ended(printingJson(value, limits)).value).toBe(text);
    expect(ended(measuringJson(value, limits)).value).toBe(Buffer.byteLength(text));
    const exact = { ...limits, maxBytes: Buffer.byteLength(text) };
    expect(ended(printingJson(value, exact)).value).toBe(text);
    expect(ended(printingJson(value, { ...exact, maxBytes: exact.maxBytes - 1 })).value).toBeUndefined();
  });

  it('[foreign-json-printing] stops at the limit and yields between pieces', () => {
    const [, large] = values.at(-1) as (typeof values)[number];
    expect(ended(measuringJson(large, limits)).steps).toBeGreaterThan(50);
    expect(ended(measuringJson(large, { ...limits, maxBytes: 20_000 })).steps).toBeLessThan(3);
    expect(ended(measuringJson('x'.repeat(5_000_000), { ...limits, maxBytes: 20_000 })).steps).toBe(0);
  });

  it('[foreign-json-printing] refuses a value that nests too deeply without overflowing the stack', () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
    expect(ended(printingJson(nested(100), limits)).value).toHaveLength(200);
    expect(() => ended(printingJson(nested(101), limits))).toThrow(NestsTooDeeply);
    expect(() => ended(measuringJson(nested(200_000), limits))).toThrow(NestsTooDeeply);
  });
});
