import { JsonMeter } from './json-meter.js';
import { memberBytes, memberNames, membersBytes, topMembers } from './json.js';
import { mayHaveMember, withoutMembers } from './json-members.js';
import { holdsMoreValues, outlinedBytes, outlineOf } from './json-outline.js';

/** A text that is too long to be looked through byte by byte, in an object that is large enough to be remembered. */
const filler = 'é \\" \\u00e9 '.repeat(6000);
const large = (rest: string) => Buffer.from(`{"long":"${filler}",${rest}}`);

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString());
    return true;
  } catch {
    return false;
  }
}

const everything = '"a":[1,-0.5e+3,{}],"b" : {"c":[true,false,null,[]],"\\u0064":"x\\\\"}\n,"e":""';
const marks = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '1',
  '-',
  '.',
  'e',
  't',
  ' ',
  '\t',
  '\n',
  '\u0000',
  'u',
  'é',
];

describe('outlineOf', () => {
  it('[large-outline] takes for JSON what JSON.parse does, whatever is put in, taken out or put in its place', () => {
    const wrong: string[] = [];
    for (let at = 0; at < everything.length; at++)
      for (const mark of ['', ...marks])
        for (const left of [at, at + 1]) {
          const json = large(everything.slice(0, at) + mark + everything.slice(left));
          if ((outlineOf(json) !== undefined) !== isJson(json))
            wrong.push(json.toString('utf8', filler.length));
        }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['behind it', large('"a":1},"b":{"c":2')],
    ['another object', Buffer.concat([large('"a":1'), Buffer.from('{}')])],
    ['a list', Buffer.from(`["${filler}"]`)],
    ['a text that does not end', Buffer.from(`{"a":"${filler}`)],
    ['a line end in a long text', Buffer.from(`{"a":"${filler}\n${filler}"}`)],
    ['an escape that is none in a long text', Buffer.from(`{"a":"${filler}\\x${filler}"}`)],
    ['digits that are none in a long text', Buffer.from(`{"a":"${filler}\\u00g0${filler}"}`)],
    ['nothing behind a name', Buffer.from(`{"${filler}"`)],
  ])('[large-outline] is none of %s', (_, json) => {
    expect(outlineOf(json)).toBeUndefined();
  });

  it('[large-outline] reads what is nested a hundred thousand levels deep', () => {
    const depth = 100_000;
    expect(outlineOf(large(`"a":${'['.repeat(depth)}${']'.repeat(depth)}`))?.values).toBe(depth + 3 - 1);
    expect(outlineOf(large(`"a":${'['.repeat(depth)}${']'.repeat(depth - 1)}`))).toBeUndefined();
  });

  it('[large-outline] counts values as they are counted elsewhere', () => {
    const json = large(everything);
    const counted = (maxElements: number) => () => {
      new JsonMeter({ maxDepth: Infinity, maxElements, elementsVariable: 'MAX_RESULT_ELEMENTS' }).add(json);
    };
    const values = outlineOf(json)?.values ?? 0;
    expect(counted(values)).not.toThrow();
    expect(counted(values - 1)).toThrow();
  });
});

describe('holdsMoreValues', () => {
  const large = (value: unknown) => Buffer.from(JSON.stringify({ pad: 'x'.repeat(outlinedBytes), value }));

  it('[large-message] reads no further than the value that is too many', () => {
    const json = large(Array.from({ length: 1000 }, () => 0));
    const broken = Buffer.concat([json.subarray(0, -1), Buffer.from('?')]);
    expect(holdsMoreValues(broken, 500)).toBe(true);
    expect(holdsMoreValues(broken, 5000)).toBeUndefined();
    expect(holdsMoreValues(large([0, 0]), 500)).toBe(false);
    expect(holdsMoreValues(Buffer.from('{}'), 0)).toBeUndefined();
  });

  it('[large-message] tells the levels of an object and of its members', () => {
    const json = large({ a: [[{ b: 1 }]], c: 'x'.repeat(outlinedBytes) });
    expect(outlineOf(json)?.levels).toBe(5);
    expect(outlineOf(memberBytes(json, 'value') as Buffer)?.levels).toBe(4);
    expect(outlineOf(large([]))?.levels).toBe(2);
  });
});

describe('members of large JSON', () => {
  const small = Buffer.from(`{"long":"",${everything}}`);

  it('[large-outline] are those of the same object with a short text', () => {
    const json = large(everything);
    expect(memberNames(json)).toEqual(memberNames(small));
    for (const name of ['a', 'b', 'e', 'c', 'none'])
      expect(memberBytes(json, name)?.toString()).toBe(memberBytes(small, name)?.toString());
    const shift = json.length - small.length;
    expect(topMembers(json).slice(1)).toMatchObject(
      topMembers(small)
        .slice(1)
        .map(({ start, nameEnd, end }) => ({
          start: start + shift,
          nameEnd: nameEnd + shift,
          end: end + shift,
        })),
    );
  });

  it('[large-outline] are the same one by one and several at once, and none of what is no JSON', () => {
    const names = ['e', 'none', 'a', 'c'];
    for (const json of [small, large(everything), Buffer.from('{ "a" : {"e":[1,2]} ,"e":"}" }')])
      expect(membersBytes(json, names)).toEqual(names.map((name) => memberBytes(json, name)));
    for (const text of ['', '"a"', '[]', '{"a"', '{"a",1}', '{"a" 1,"e":', '{"a":'])
      expect(membersBytes(Buffer.from(text), names)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('[large-outline] are found in a member that is large itself', () => {
    const result = memberBytes(
      Buffer.from(`{"id":7, "result" : {"text":"${filler}","ttlMs":1,"x":{"y":2}} }`),
      'result',
    );
    expect(result?.toString().trim().startsWith('{"text"')).toBe(true);
    const inner = result ?? Buffer.from('');
    expect(memberNames(inner)).toEqual(['text', 'ttlMs', 'x']);
    expect(memberBytes(inner, 'x')?.toString()).toBe('{"y":2}');
    expect([mayHaveMember(inner, 'ttlMs'), mayHaveMember(inner, 'y')]).toEqual([true, false]);
    expect(withoutMembers(inner, ['ttlMs']).toString().trim().endsWith('","x":{"y":2}}')).toBe(true);
    expect(withoutMembers(inner, ['y'])).toBe(inner);
  });

  it('[large-outline] are found when they are many, and the first of those that stand twice', () => {
    const many = Array.from({ length: 500 }, (_, index) => `"m${String(index)}":${String(index)}`).join();
    const json = large(`"twice":1,${many},"twice":2`);
    expect(memberBytes(json, 'm499')?.toString()).toBe('499');
    expect(memberBytes(json, 'twice')?.toString()).toBe('1');
    expect(memberNames(json)).toHaveLength(503);
  });
});
