import { Turns } from './turns.js';

describe('Turns', () => {
  it('[workflow-turns] go round between owners, whoever has more waiting', () => {
    const turns = new Turns<string>();
    for (const item of ['a1', 'a2', 'a3']) turns.add('a', item);
    turns.add('b', 'b1');
    expect([turns.take(), turns.take(), turns.take()]).toEqual(['a1', 'b1', 'a2']);
    turns.add('b', 'b2');
    expect(turns.take((owner) => owner === 'b')).toBe('b2');
    expect([turns.size, turns.owners, turns.first('a')]).toEqual([1, ['a'], 'a3']);
    expect(turns.remove((item) => item === 'a3')).toEqual(['a3']);
    expect([turns.size, turns.take()]).toEqual([0, undefined]);
  });
});
