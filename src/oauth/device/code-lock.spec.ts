import { afterWrongCode, lockedForMs } from './code-lock.js';

const minute = 60_000;

function afterWrongCodesAt(times: readonly number[]) {
  return times.reduce((entries, time) => afterWrongCode(entries, time), { wrong: 0, since: 0 });
}

describe('the lock on code entry', () => {
  it('stays open for four wrong codes', () => {
    expect(lockedForMs(afterWrongCodesAt([1, 2, 3, 4].map((i) => i * minute)), 5 * minute)).toBe(0);
  });

  it('closes at the fifth within ten minutes, for ten minutes from then', () => {
    const entries = afterWrongCodesAt([100, 101, 102, 103, 109].map((i) => i * minute));
    expect(lockedForMs(entries, 109 * minute)).toBe(10 * minute);
    expect(lockedForMs(entries, 118 * minute)).toBe(minute);
    expect(lockedForMs(entries, 119 * minute)).toBe(0);
  });

  it('counts anew after ten minutes', () => {
    const entries = afterWrongCodesAt([100, 101, 102, 103, 111].map((i) => i * minute));
    expect(entries).toEqual({ wrong: 1, since: 111 * minute });
  });
});
