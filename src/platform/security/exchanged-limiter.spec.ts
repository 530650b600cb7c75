import { ExchangedLimiter } from './exchanged-limiter.js';
import type { Count, CountTotal } from './rate-counter-store.port.js';

/** Rows as the database keeps them, without windows that end. */
class Rows {
  readonly points = new Map<string, number>();

  async add(counts: readonly Count[]): Promise<CountTotal[]> {
    return counts.map(({ key, points, windowMs }) => {
      const total = (this.points.get(key) ?? 0) + points;
      this.points.set(key, total);
      return { key, points: total, msLeft: windowMs };
    });
  }
}

const limiter = (quota: number, hurry: () => void = () => undefined) =>
  new ExchangedLimiter(quota, 60_000, (key) => `#${key}`, hurry);

describe('ExchangedLimiter', () => {
  it('knows after an exchange what others counted', async () => {
    const rows = new Rows();
    const [here, there] = [limiter(10), limiter(10)];
    for (let i = 0; i < 7; i++) here.consume('a');
    expect(there.consume('a').used).toBe(1);
    await here.exchange(rows);
    await there.exchange(rows);
    expect(rows.points.get('#a')).toBe(8);
    expect([1, 2, 3].map(() => there.consume('a').used)).toEqual([9, 10, 11]);
    await there.exchange(rows);
    expect(rows.points.get('#a')).toBe(10);
    expect(here.peek('b')).toBeUndefined();
  });

  it('is in a hurry when a twentieth of the quota has been used without the others', () => {
    let hurries = 0;
    const eager = limiter(100, () => {
      hurries++;
    });
    for (let i = 0; i < 4; i++) eager.consume('a');
    expect(hurries).toBe(0);
    eager.consume('a');
    expect(hurries).toBe(1);
  });

  it('keeps what it could not tell, and what was counted meanwhile', async () => {
    const rows = new Rows();
    const here = limiter(10);
    here.consume('a');
    const down = { add: () => Promise.reject(new Error('away')) };
    await expect(here.exchange(down)).rejects.toThrow('away');
    const telling = here.exchange(rows);
    here.consume('a');
    await telling;
    expect(rows.points.get('#a')).toBe(1);
    expect(here.peek('a')?.used).toBe(2);
    await here.exchange(rows);
    expect(rows.points.get('#a')).toBe(2);
  });

  it('begins anew when the window has ended', () => {
    const here = limiter(1);
    expect([here.consume('a', 0).used, here.consume('a', 1).used]).toEqual([1, 2]);
    expect(here.consume('a', 60_000).used).toBe(1);
  });
});
