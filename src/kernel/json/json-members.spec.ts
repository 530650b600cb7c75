import { withoutMembers } from './json-members.js';

const names = ['resultType', 'ttlMs', 'cacheScope'];
const without = (json: string) => withoutMembers(Buffer.from(json), names).toString();

describe('withoutMembers', () => {
  it.each([
    ['{"resultType":"complete","content":[]}', '{"content":[]}'],
    ['{"content":[],"resultType":"complete"}', '{"content":[]}'],
    ['{ "content": [] , "ttlMs" : 5 , "cacheScope": "private" }', '{ "content": [] }'],
    ['{"resultType":"complete"}', '{}'],
    ['{"ttlMs":1,"ttlMs":2,"n":9007199254740993123}', '{"n":9007199254740993123}'],
    ['{"cacheScope":{"a":["}",{"b":"\\""}]},"x":1}', '{"x":1}'],
    ['{"content":[{"ttlMs":1}],"s":"\\"ttlMs\\":1,"}', '{"content":[{"ttlMs":1}],"s":"\\"ttlMs\\":1,"}'],
    ['{"a":1,"ttlMs":1,"ttlMs":2,"b":2,"ttlMs":3 , "ttlMs":4}', '{"a":1,"b":2}'],
    ['{ "ttlMs":1, "cacheScope":2 }', '{}'],
    ['{"ttlMs":1,"_meta":{"resultType":"x"}}', '{"_meta":{"resultType":"x"}}'],
  ])('[rest-one-shape] %s', (json, expected) => {
    expect(without(json)).toBe(expected);
  });

  it('[rest-one-shape] hands back the same bytes where nothing is to be left out', () => {
    const json = Buffer.from('{"content":[{"ttlMs":1}]}');
    expect(withoutMembers(json, names)).toBe(json);
  });
});
