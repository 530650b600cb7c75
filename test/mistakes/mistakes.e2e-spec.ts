import type { Mistake } from './mistake.js';
import { mistakes } from './rows.js';
import { Stage } from './stage.js';
import { closeAfterAll } from '../support/closing.js';

const open = closeAfterAll();
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.set(open);
});

it.each(mistakes)(
  '[mistakes] a person who $did reads what happened, why, and what to do',
  async ({ by, what, why, todo }) => {
    const message = await by(stage);
    for (const part of [what, why, todo]) if (part !== undefined) expect(message).toContain(part);
  },
);

it('[mistakes] messages state 2.7 of these three points in the mean, and none states fewer than two', () => {
  const points = ({ what, why, todo }: Mistake): number =>
    [what, why, todo].filter((part) => part !== undefined).length;
  const all = mistakes.map(points);
  expect(mistakes.length).toBeGreaterThanOrEqual(40);
  expect(Math.min(...all)).toBe(2);
  expect(all.reduce((sum, one) => sum + one, 0) / all.length).toBeGreaterThanOrEqual(2.7);
});
