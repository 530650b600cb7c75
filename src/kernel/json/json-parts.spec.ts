import { parsingParts } from './json-parts.js';

function parsed(text: string): { readonly value: unknown; readonly parts: number; readonly names: string[] } {
  const names: string[] = [];
  const parsing = parsingParts(text, {
    parse: (part) => JSON.parse(part) as unknown,
    member: (name) => names.push(name),
  });
  let parts = 1;
  let step = parsing.next();
  for (; step.done !== true; step = parsing.next()) parts++;
  return { value: step.value, parts, names };
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const long = 'ü"\\{[,]}: '.repeat(4000);
const named = Object.fromEntries(many(9000, (index) => [`n${String(index)}"`, { index, text: 'x,}' }]));
const values: readonly (readonly [string, unknown])[] = [
  ['a list', many(30_000, (index) => index / 2)],
  ['an object', named],
  ['long texts', { [long]: long, list: [long, 1, long, []], '': {} }],
  ['levels', { a: { b: [{ c: named, d: many(9000, () => []) }, long] }, z: null }],
  ['an object with names of places', { 7: many(9000, String), 3: 'x', constructor: named, ' a ': true }],
];

describe('A long text', () => {
  it.each(values)('[stall-bodies] is read in parts as it is in one: %s', (_, value) => {
    for (const text of [
      JSON.stringify(value),
      JSON.stringify(value, undefined, '\t'),
      ` ${JSON.stringify(value)}\n`,
    ]) {
      const { value: read, parts } = parsed(text);
      expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
      expect(parts).toBeGreaterThan(2);
    }
  });

  it.each(['\\\\', '\\"x', '\\u00e9', '\\\\\\u00e9', 'a\\ud83d\\ude00', 'ü😀', 'plain'])(
    '[stall-bodies] a string of 262,144 characters and more is read in pieces as it is in one: %s',
    (part) => {
      for (const start of ['', 'a', 'aa', 'aaa', 'aaaa', 'aaaaa']) {
        const string = `"${start}${part.repeat(700_000 / part.length)}"`;
        for (const text of [string, ` {"a":${string}} `, `[${string},${string}]`])
          expect(JSON.stringify(parsed(text).value)).toBe(JSON.stringify(JSON.parse(text)));
      }
      expect(parsed(`"${part.repeat(700_000 / part.length)}"`).parts).toBeGreaterThan(2);
    },
  );

  it('[stall-bodies] refuses a long string that does not end, or is followed by something', () => {
    const string = `"${'x'.repeat(300_000)}`;
    for (const text of [string, `${string}"x`, `${string}\\"`, `${string}\\x"`])
      expect(() => parsed(text)).toThrow(SyntaxError);
  });

  it('[stall-bodies] keeps what is no member by assignment, and tells of members that are parts', () => {
    const text = `{"__proto__":{"a":"${'x'.repeat(20_000)}"},"b":1}`;
    const { value, names } = parsed(text);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'b']);
    expect(names).toEqual(['a', '__proto__']);
    expect(parsed(`[${' '.repeat(20_000)}]`).value).toEqual([]);
  });

  const list = JSON.stringify(many(9000, (index) => index));
  const object = JSON.stringify(named);
  it.each([
    list.slice(0, -1),
    `${list.slice(0, -1)},]`,
    `[,${list.slice(1)}`,
    list.replace(',4000,', ',,'),
    list.replace(',4000,', ',4000 4001,'),
    `${list.slice(0, -1)}}`,
    `${list}]`,
    `${list} 1`,
    `${object.slice(0, -1)},}`,
    `${object.slice(0, -1)}]`,
    object.replace('"index":5', '"index";5'),
    `{"a" ${list}}`,
    `{a:${list}}`,
    `{"a":${list},}`,
    `{"a":${list}"b":1}`,
    `[${list},${object.slice(0, -3)}]`,
    `{"a":"${'x'.repeat(20_000)}`,
    `["${'x'.repeat(20_000)}\n"]`,
  ])('[stall-bodies] that is no JSON is none in parts: %#', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parsed(text)).toThrow(SyntaxError);
  });
});
