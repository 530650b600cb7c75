import { PeriodicJob } from './periodic-job.js';

describe('Rounds', () => {
  it('are one at a time, and the last one is waited for', async () => {
    const ends: (() => void)[] = [];
    const rounds = new PeriodicJob(() => new Promise((resolve) => ends.push(resolve)));
    const first = rounds.begin();
    expect(rounds.begin()).toBe(first);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    const second = rounds.begin();
    expect(ends).toHaveLength(2);
    let isStopped = false;
    const stopped = rounds.stop().then(() => (isStopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    ends[1]?.();
    await Promise.all([second, stopped]);
  });
});
