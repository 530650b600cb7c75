import { agoInWords, spanInWords, untilInWords } from './page-time.js';

describe('times on pages', () => {
  it.each([
    [0, '0 seconds'],
    [1000, '1 second'],
    [59_400, '59 seconds'],
    [60_000, '1 minute'],
    [600_000, '10 minutes'],
    [7_200_000, '2 hours'],
    [86_400_000, '1 day'],
  ])('says %d ms as %s', (ms, words) => {
    expect(spanInWords(ms)).toBe(words);
  });

  it('says how long ago something was', () => {
    expect(agoInWords(500)).toBe('just now');
    expect(agoInWords(20_000)).toBe('20 seconds ago');
  });

  it('says until when to wait', () => {
    expect(untilInWords(599_001, Date.UTC(2026, 0, 1, 14, 25))).toBe('at 14:35 UTC (in 10 minutes)');
  });
});
