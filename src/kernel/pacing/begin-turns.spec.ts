import { BeginTurns } from './begin-turns.js';

describe('BeginTurns', () => {
  it('[run-turns] serves owners by turns and a bounded number per turn of the event loop', async () => {
    const turns = new BeginTurns(2);
    const begun: string[] = [];
    const take = (owner: string) => turns.take(owner).then(() => begun.push(owner));
    const all = [...Array.from({ length: 6 }, () => take('busy')), take('other')];
    await Promise.resolve();
    expect(begun).toEqual(['busy', 'busy']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['busy', 'busy', 'busy', 'other']);
    await Promise.all(all);
    expect(begun).toHaveLength(7);
  });

  it('[run-turns] lets work begin at once again when nothing waits', async () => {
    const turns = new BeginTurns(1);
    for (let n = 0; n < 3; n++) {
      await turns.take('one');
      await new Promise((resolve) => setImmediate(resolve));
    }
    const begun: number[] = [];
    void turns.take('one').then(() => begun.push(1));
    await Promise.resolve();
    expect(begun).toEqual([1]);
  });
});
