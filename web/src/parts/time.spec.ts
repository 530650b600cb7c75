import { describe, expect, it } from 'vitest';
import { durationInWords, relativeTime } from './time.tsx';

describe('Times in words', () => {
  it.each([
    [-1, 'just now'],
    [-30, '30 seconds ago'],
    [-120, '2 minutes ago'],
    [90, 'in 1 minute'],
    [3 * 86_400, 'in 3 days'],
  ])('%d s from now are "%s"', (seconds, words) => {
    expect(relativeTime(seconds * 1000, 0)).toBe(words);
  });

  it('are short in columns', () => {
    expect(relativeTime(-120_000, 0, true)).toMatch(/^2 ?m\w* ago$/);
  });

  it.each([
    [0.42, '0.4 ms'],
    [12.4, '12 ms'],
    [999, '999 ms'],
    [1500, '1.5 s'],
    [120_000, '2 min'],
  ])('%d ms take "%s"', (ms, words) => {
    expect(durationInWords(ms)).toBe(words);
  });
});
