import { Batches } from './batches.js';

describe('Batches', () => {
  it('[write-batches] does together what comes in one turn, or while a batch is under way', async () => {
    const done: string[][] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const batches = new Batches<string>(async (items) => {
      done.push([...items]);
      if (items.includes('a')) await held;
    }, 3);
    const first = [batches.add('a'), batches.add('b')];
    await new Promise((resolve) => setImmediate(resolve));
    const later = ['c', 'd', 'e', 'f'].map((item) => batches.add(item));
    release();
    await Promise.all([...first, ...later]);
    expect(done).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
  });

  it('[write-batches] lets one that fails take no other with it', async () => {
    const done: string[] = [];
    const batches = new Batches<string>((items) => {
      if (items.includes('bad')) return Promise.reject(new Error('no'));
      done.push(...items);
      return Promise.resolve();
    });
    const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => batches.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual(['a', 'b']);
  });
});
