import { hasPlace, type Placed } from './places.js';

const runs = (accountId: string, count: number, isBusy = true): Placed[] =>
  Array.from({ length: count }, () => ({ accountId, isBusy }));

describe('hasPlace', () => {
  it('[workflow-turns] gives each account its share of the places, also when others have taken all', () => {
    expect(hasPlace('a', runs('a', 9), 10, ['a'])).toBe(true);
    expect(hasPlace('a', runs('a', 10), 10, ['a'])).toBe(false);
    expect(hasPlace('b', runs('a', 10), 10, ['a', 'b'])).toBe(true);
    expect(hasPlace('b', [...runs('a', 10), ...runs('b', 5)], 10, ['a'])).toBe(false);
    expect(hasPlace('a', runs('a', 10, false), 10, ['a'])).toBe(true);
  });
});
