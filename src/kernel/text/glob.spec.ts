import { globMatcher, matchesGlob } from './glob.js';

describe('matchesGlob', () => {
  it.each([
    ['search_*', 'search_issues', true],
    ['search_*', 'search_', true],
    ['search_*', 'get_issue', false],
    ['*__delete_*', 'github__delete_repo', true],
    ['*__delete_*', 'github__get_repo', false],
    ['get_?', 'get_a', true],
    ['get_?', 'get_', false],
    ['get_?', 'get_ab', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYbZ', false],
    ['**', 'anything', true],
    ['ab*ba', 'aba', false],
    ['?', '', false],
    ['a?', 'a', false],
    ['a.c', 'abc', false],
    ['[a-z]', 'b', false],
    ['(a+)+$', '(a+)+$', true],
    ['Echo', 'echo', false],
  ])('%j on %j is %j', (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected);
    expect(globMatcher(pattern)(text)).toBe(expected);
  });

  it('takes a pattern that would stall a regular expression in its stride', () => {
    const before = process.cpuUsage();
    expect(matchesGlob(`${'a*'.repeat(50)}b`, 'a'.repeat(5000))).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
