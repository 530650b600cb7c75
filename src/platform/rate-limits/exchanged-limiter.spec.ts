import { ExchangedLimiter, type Exchanges } from './exchanged-limiter.js';
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

/** Exchanges that are made when the test says so. */
class Turns implements Exchanges {
  worthwhile = true;
  hurries = 0;
  private readonly waiting: (() => void)[] = [];

  hurry(): void {
    this.hurries++;
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** How many wait. */
  get length(): number {
    return this.waiting.length;
  }

  async take(limiter: ExchangedLimiter, rows: Rows): Promise<void> {
    await limiter.exchange(rows);
    for (const resolve of this.waiting.splice(0)) resolve();
    await new Promise(setImmediate);
  }
}

const alone: Exchanges = { worthwhile: false, hurry: () => undefined, next: () => Promise.resolve() };

const limiter = (quota: number, exchanges: Exchanges = alone) =>
  new ExchangedLimiter(quota, 60_000, (key) => `#${key}`, exchanges);

/** What is counted at once. */
function used(from: ExchangedLimiter, key: string, now?: number): number {
  const state = from.consume(key, now);
  if (state instanceof Promise) throw new Error('it waits');
  return state.used;
}

describe('ExchangedLimiter', () => {
  it('knows after an exchange what others counted', async () => {
    const rows = new Rows();
    const [here, there] = [limiter(10), limiter(10)];
    for (let i = 0; i < 7; i++) used(here, 'a');
    expect(used(there, 'a')).toBe(1);
    await here.exchange(rows);
    await there.exchange(rows);
    expect(rows.points.get('#a')).toBe(8);
    expect([1, 2, 3].map(() => used(there, 'a'))).toEqual([9, 10, 11]);
    await there.exchange(rows);
    expect(rows.points.get('#a')).toBe(10);
    expect(here.peek('b')).toBeUndefined();
  });

  it('is in a hurry when half of a twentieth of the quota has been used without the others', () => {
    const turns = new Turns();
    const eager = limiter(400, turns);
    for (let i = 0; i < 9; i++) used(eager, 'a');
    expect(turns.hurries).toBe(0);
    used(eager, 'a');
    expect(turns.hurries).toBe(1);
  });

  it('waits for an exchange when a twentieth has been used without the others, each time anew', async () => {
    const [rows, turns] = [new Rows(), new Turns()];
    const here = limiter(100, turns);
    for (let i = 1; i <= 5; i++) expect(used(here, 'a')).toBe(i);
    expect(used(here, 'b')).toBe(1);
    const counted: number[] = [];
    for (let i = 0; i < 12; i++)
      void Promise.resolve(here.consume('a')).then((state) => counted.push(state.used));
    rows.points.set('#a', 50);
    for (const [waiting, then] of [
      [12, 5],
      [7, 10],
      [2, 12],
    ]) {
      expect(turns.length).toBe(waiting);
      await turns.take(here, rows);
      expect(counted).toHaveLength(then as number);
    }
    expect(counted).toEqual([...counted.keys()].map((index) => 56 + index));
  });

  it('refuses at once when the quota is known to be used up, and whom it finds used up after waiting', async () => {
    const [rows, turns] = [new Rows(), new Turns()];
    const here = limiter(100, turns);
    for (let i = 0; i < 5; i++) used(here, 'a');
    const late = here.consume('a');
    rows.points.set('#a', 95);
    await turns.take(here, rows);
    expect((await late).used).toBe(101);
    expect(used(here, 'a')).toBe(101);
  });

  it('waits for nobody while the database is away', () => {
    const turns = new Turns();
    const here = limiter(100, turns);
    turns.worthwhile = false;
    expect(Array.from({ length: 50 }, () => used(here, 'a')).at(-1)).toBe(50);
  });

  it('keeps what it could not tell, and what was counted meanwhile', async () => {
    const rows = new Rows();
    const here = limiter(10);
    used(here, 'a');
    const down = { add: () => Promise.reject(new Error('away')) };
    await expect(here.exchange(down)).rejects.toThrow('away');
    const telling = here.exchange(rows);
    used(here, 'a');
    await telling;
    expect(rows.points.get('#a')).toBe(1);
    expect(here.peek('a')?.used).toBe(2);
    await here.exchange(rows);
    expect(rows.points.get('#a')).toBe(2);
  });

  it('begins anew when the window has ended', () => {
    const here = limiter(1);
    expect([used(here, 'a', 0), used(here, 'a', 1)]).toEqual([1, 2]);
    expect(used(here, 'a', 60_000)).toBe(1);
  });
});
