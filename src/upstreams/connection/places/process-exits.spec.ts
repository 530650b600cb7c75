import { TestClock } from '../../../../test/support/test-clock.js';
import { ProcessExits } from './process-exits.js';

const clock = new TestClock();

it('[stdio-exits] a process that ends five times within ten seconds pauses, twice as long each further time', () => {
  const exits = new ProcessExits(clock);
  for (let count = 0; count < 4; count++) exits.note();
  expect(exits.waitMs).toBe(0);
  const pauses: number[] = [];
  for (let count = 0; count < 9; count++) {
    exits.note();
    pauses.push(exits.waitMs);
    clock.advance(exits.waitMs);
  }
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it('[stdio-exits] a process that ends now and then does not pause, nor one that was well for long', () => {
  const exits = new ProcessExits(clock);
  for (let count = 0; count < 20; count++) {
    exits.note();
    clock.advance(2600);
  }
  expect(exits.waitMs).toBe(0);
  for (let count = 0; count < 7; count++) exits.note();
  clock.advance(40_000);
  exits.note();
  expect(exits.waitMs).toBe(0);
});
