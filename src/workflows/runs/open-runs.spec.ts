import { OpenRuns } from './open-runs.js';

it('[workflow-refused] runs that have ended make room at once, and refused ones take none', async () => {
  let open = 0;
  let counted = 0;
  const runs = new OpenRuns(() => {
    counted++;
    return Promise.resolve(open);
  });
  const admitted = async () => {
    const may = await runs.admit('app', 2);
    if (may) open++;
    return may;
  };
  expect([await admitted(), await admitted(), await admitted(), await admitted()]).toEqual([
    ...[true, true, false, false],
  ]);
  open = 1;
  expect([await admitted(), await admitted()]).toEqual([true, false]);
  expect(await runs.admit('other', 20)).toBe(true);
  counted = 0;
  for (let i = 0; i < 15; i++) expect(await runs.admit('other', 20)).toBe(true);
  expect(counted).toBe(0);
});
