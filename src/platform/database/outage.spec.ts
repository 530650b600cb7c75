import { Outage } from './outage.js';

describe('Outage', () => {
  it('lets one probe through at once and then every half second until one succeeds, and tells begin and end once', () => {
    const told: string[] = [];
    const outage = new Outage();
    outage.listen({
      lost: (error) => told.push((error as Error).message),
      back: (afterMs) => told.push(`back after ${String(afterMs)} ms`),
    });
    expect(outage.admits(0)).toBe(true);
    outage.began(new Error('gone'), 0);
    expect([outage.admits(0), outage.admits(0)]).toEqual([true, false]);
    outage.began(new Error('gone'), 0);
    expect([outage.admits(499), outage.admits(500), outage.admits(501)]).toEqual([false, true, false]);
    outage.began(new Error('still gone'), 2000);
    expect([outage.admits(2499), outage.admits(2500)]).toEqual([false, true]);
    outage.ended(2510);
    outage.ended(2520);
    expect(outage.admits(2521)).toBe(true);
    expect(told).toEqual(['gone', 'back after 2510 ms']);
  });
});
