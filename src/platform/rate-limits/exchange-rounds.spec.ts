import { mock } from 'node:test';
import { ExchangeRounds } from './exchange-rounds.js';

/** Rounds that end when the test says so. */
function scripted() {
  const running: { readonly succeed: () => void; readonly fail: () => void }[] = [];
  const rounds = new ExchangeRounds(
    () =>
      new Promise((resolve, reject) => {
        running.push({
          succeed: resolve,
          fail: () => {
            reject(new Error('away'));
          },
        });
      }),
  );
  return { running, rounds };
}

describe('ExchangeRounds', () => {
  it('begins one for all who wait, and the next when it is over', async () => {
    const { running, rounds } = scripted();
    const waiting = [rounds.next(), rounds.next()];
    expect(running).toHaveLength(1);
    running[0]?.succeed();
    await Promise.all(waiting);
    void rounds.next();
    expect(running).toHaveLength(2);
  });

  it('are not worth waiting for after one has failed, until one succeeds', async () => {
    const { running, rounds } = scripted();
    const failing = rounds.next();
    expect(rounds.worthwhile).toBe(true);
    running[0]?.fail();
    await failing;
    expect(rounds.worthwhile).toBe(false);
    const succeeding = rounds.next();
    running[1]?.succeed();
    await succeeding;
    expect(rounds.worthwhile).toBe(true);
  });

  it('are waited for a second at most', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { running, rounds } = scripted();
      let isOver = false;
      const waiting = rounds.next().then(() => (isOver = true));
      mock.timers.tick(999);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isOver).toBe(false);
      mock.timers.tick(1);
      await waiting;
      expect([running.length, rounds.worthwhile]).toEqual([1, false]);
      running[0]?.succeed();
      await rounds.stop();
      expect(rounds.worthwhile).toBe(true);
    } finally {
      mock.timers.reset();
    }
  });
});
