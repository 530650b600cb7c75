import { AccountLanes } from './account-lanes.js';

it('[openapi-memory] reads a limited number of documents of an account at once, in order, and those of other accounts meanwhile', async () => {
  const lanes = new AccountLanes(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      begun.push(name);
      ends.set(name, () => {
        if (name === 'a1') reject(new Error(name));
        else resolve();
      });
    });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => lanes.run(name.charAt(0), work(name)));
  const settled = Promise.allSettled(all);
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) {
    ends.get(name)?.();
    await new Promise(setImmediate);
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ]);
  void lanes.run('a', work('a5'));
  await Promise.resolve();
  expect(begun.at(-1)).toBe('a5');
});
