import { printJson } from './exact-number.js';
import { nestsDeeperThan } from './json.js';
import { parseJsonBody } from './json-body.js';
import { Problem } from '../problems/problem.js';

const limits = { maxDepth: 100, maxElements: 1_000_000, elementsVariable: 'MAX_JSON_ELEMENTS' } as const;
const parse = (text: string | Buffer) => parseJsonBody(Buffer.from(text), limits);

const codeOf = (text: string | Buffer): string => {
  try {
    parse(text);
    return 'accepted';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

describe('parseJsonBody', () => {
  it.each([
    ['{"a":[1,{"b":"c:d,{[\\"\\\\"}],"a:":null}'],
    ['"text"'],
    ['[]'],
    ['{"emoji":"😀","escaped":"\\ud83d\\ude00"}'],
    ['{"":{"":1}}'],
    ['{"\\u0061":1,"b":2}'],
    ['{"constructor":"a word","prototype":1}'],
    [' { "a" : 1 } '],
    ['[9007199254740992, 1e300, -0.1, 1.50, 1e-7, "12345678901234567890"]'],
  ])('gives what JSON.parse gives: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each<[string, string | Buffer]>([
    ['text that is no JSON', '{"a":'],
    ['a trailing comma', '{"a":1,}'],
    ['two values', '{} {}'],
    ['an unfinished string', '{"a":"b'],
    ['a string that ends in a backslash', '"\\'],
    ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['the same member twice', '{"a":1,"a":2}'],
    ['the same member twice, spelt differently', '{"a":1,"\\u0061":2}'],
    ['the same member twice, deep down', '[{"x":{"a":1,"b":2,"a":3}}]'],
    ['half of a surrogate pair in a value', '{"a":"\\ud800"}'],
    ['half of a surrogate pair in a name', '{"\\uDC00":1}'],
    ['__proto__', '{"a":{"__proto__":{"admin":true}}}'],
    ['__proto__, escaped', '{"\\u005f_proto__":1}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['an integer that a double cannot hold', '{"a":"1","b":[12345678901234567890]}'],
    ['a negative one behind a string with a quote', '{"a\\"":"\\"","b":-9007199254740993}'],
    ['a number that would become null', '[1e400]'],
    ['a number of a hundred thousand digits', '9'.repeat(100_000)],
  ])('refuses %s', (_, body) => {
    expect(codeOf(body)).toBe('malformed-json');
  });

  it('keeps any number for those who hand it on', () => {
    expect(printJson(parseJsonBody(Buffer.from('[1e400,1.0]'), limits, 'keep'))).toBe('[1e400,1.0]');
  });

  it('refuses what is nested too deeply before it can overflow anything', () => {
    expect(codeOf('['.repeat(100) + ']'.repeat(100))).toBe('accepted');
    expect(codeOf('['.repeat(101) + ']'.repeat(101))).toBe('json-too-deep');
    expect(codeOf('{"a":'.repeat(100_000))).toBe('json-too-deep');
  });

  it('does not take brackets inside strings for nesting', () => {
    expect(codeOf(JSON.stringify({ a: '[{'.repeat(1000), b: '\\"[' }))).toBe('accepted');
  });
});

describe('nestsDeeperThan', () => {
  it('counts objects and arrays', () => {
    expect(nestsDeeperThan('text', 0)).toBe(false);
    expect(nestsDeeperThan({}, 0)).toBe(true);
    expect(nestsDeeperThan({ a: [{}] }, 3)).toBe(false);
    expect(nestsDeeperThan({ a: [{}] }, 2)).toBe(true);
  });

  it('counts the depth of a value that is deeper than the call stack', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(nestsDeeperThan(deep, 100)).toBe(true);
  });
});
