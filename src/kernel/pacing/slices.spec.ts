import { inSlices } from './slices.js';

function* busy(steps: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield undefined;
  }
  return 'done';
}

it('[config-check-slices] work in slices lets others have their turns', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  expect(await inSlices(busy(40))).toBe('done');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
