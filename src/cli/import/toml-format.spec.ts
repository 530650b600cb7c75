import { CliFailure } from '../failure.js';
import { positionOf } from '../project/config-format.js';
import { tomlFormat } from './toml-format.js';

const parse = (text: string) => tomlFormat.parse(text, 'config.toml');

describe('TOML', () => {
  it.each([
    ['a = 1\nb = -2.5\nc = 1_000\nd = 0x1f\ne = true', { a: 1, b: -2.5, c: 1000, d: 31, e: true }],
    ['a.b = "x"\n"c d".\'e.f\' = "y"', { a: { b: 'x' }, 'c d': { 'e.f': 'y' } }],
    ['[a.b] # table\nc = 1\n[a]\nd = 2\r\n', { a: { b: { c: 1 }, d: 2 } }],
    ['[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2', { a: [{ b: 1 }, { c: { d: 2 } }] }],
    ['a = [1, # one\n  "x", [true],\n]', { a: [1, 'x', [true]] }],
    ['a = { b = 1, c.d = "x" }', { a: { b: 1, c: { d: 'x' } } }],
    [String.raw`a = "\t\"\\é\x41"`, { a: '\t"\\éA' }],
    ["a = 'C:\\new'", { a: 'C:\\new' }],
    ['a = """\nx\\\n   y "" z""""', { a: 'xy "" z"' }],
    ["a = '''\nx'y'''", { a: "x'y" }],
    [
      'a = 2026-11-29T05:00:00Z\nb = 2026-11-29 05:00:00',
      { a: '2026-11-29T05:00:00Z', b: '2026-11-29 05:00:00' },
    ],
    ['', {}],
  ])('[import-clients] is read: %j', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it('[import-clients] gives no object another prototype', () => {
    const value = parse('[__proto__]\na = 1') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });

  it.each([
    'a',
    'a =',
    'a = "x',
    'a = 1 b = 2',
    '[a',
    'a = [1',
    'a = 1\na = 2',
    'a = 1\n[a.b]',
    'a = "\\q"',
    'a = {b = 1',
  ])('[import-clients] is refused with its place: %j', (text) => {
    expect(() => parse(text)).toThrow(CliFailure);
    expect(() => parse(text)).toThrow(/^config\.toml:\d+:\d+: not TOML: /);
  });

  it.each([
    ['/a/b', 2],
    ['/a/b/1', 3],
    ['/a/missing', 1],
    ['/t/c', 6],
    ['/nothing', 1],
  ])('[import-clients] knows the line of %s', (pointer, line) => {
    const text = '[a]\nb = [1,\n 2]\n\n[t]\nc = { d = 1 }\n';
    expect(positionOf(text, tomlFormat.locate(text, pointer)).line).toBe(line);
  });
});
