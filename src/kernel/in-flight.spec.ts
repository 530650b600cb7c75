import { InFlight } from './in-flight.js';

describe('InFlight', () => {
  it('holds by key what is under way, in its order', () => {
    const calls = new InFlight<string, string | number>();
    calls.set(1, 'first');
    calls.set('1', 'second');
    calls.set(2, 'third');
    expect([...calls.values()]).toEqual(['first', 'second', 'third']);
    expect([calls.get(1), calls.has('2'), calls.size]).toEqual(['first', false, 3]);
    expect([calls.take(1), calls.take(1)]).toEqual(['first', undefined]);
    calls.set('1', 'again');
    expect([...calls.values()]).toEqual(['third', 'again']);
    calls.clear();
    expect([calls.size, ...calls.values()]).toEqual([0]);
  });

  it('takes out once what was added without a key', () => {
    const listeners = new InFlight<number>();
    const [first, second] = [listeners.add(7), listeners.add(7)];
    first();
    first();
    expect([...listeners.values()]).toEqual([7]);
    second();
    expect(listeners.size).toBe(0);
  });
});
