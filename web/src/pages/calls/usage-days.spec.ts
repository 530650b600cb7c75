import { describe, expect, it } from 'vitest';
import { everyDay, firstDay } from './usage-days.ts';

const now = Date.UTC(2026, 0, 3, 12);

describe('the days of a curve', () => {
  it('begin so many days ago, today included', () => {
    expect(firstDay(3, now)).toBe('2026-01-01');
    expect(firstDay(7, now)).toBe('2025-12-28');
  });

  it('are all there, those without a call too', () => {
    const row = { key: '2026-01-02', calls: 3, errors: 1, ms: 1, bytes: 1, tokens: 1 };
    expect(everyDay([row], '2026-01-01', now)).toEqual([
      { day: '2026-01-01', calls: 0, errors: 0 },
      { day: '2026-01-02', calls: 3, errors: 1 },
      { day: '2026-01-03', calls: 0, errors: 0 },
    ]);
  });
});
