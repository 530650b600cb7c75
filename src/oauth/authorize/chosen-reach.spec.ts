import { chosenOf, isNarrowable, maxBoxes, unchosen } from './chosen-reach.js';

const there = {
  servers: [{ handle: 'one' }, { handle: 'two' }],
  apps: [{ id: 'app_1', slug: 'shop', name: 'Shop' }],
};

describe('what a person leaves a program', () => {
  it('is all of it, with what comes later, while all boxes are ticked', () => {
    expect(chosenOf(there, { servers: ['two', 'one'], apps: ['app_1'] })).toEqual({
      servers: null,
      apps: null,
    });
  });

  it('is what is ticked and there, and nothing else', () => {
    const left = { servers: ['one'], apps: [] };
    expect(chosenOf(there, { servers: ['one', 'three'], apps: ['app_2'] })).toEqual(left);
    expect(chosenOf(there, { servers: ['three'], apps: [] })).toBeUndefined();
  });

  it('can be chosen where there is more than one thing, and few enough for a page', () => {
    const many = Array.from({ length: maxBoxes + 1 }, (_, at) => ({ handle: `s${String(at)}` }));
    expect(isNarrowable(there, undefined)).toBe(true);
    expect(isNarrowable({ servers: [{ handle: 'one' }], apps: [] }, undefined)).toBe(false);
    expect(isNarrowable({ servers: many, apps: [] }, undefined)).toBe(false);
  });

  it('stays what it was where it cannot be chosen', () => {
    const former = { servers: ['two'], apps: [] };
    expect(isNarrowable({ servers: [{ handle: 'one' }], apps: [] }, former)).toBe(true);
    expect(unchosen(former)).toEqual(former);
    expect(unchosen(undefined)).toEqual({ servers: null, apps: null });
  });
});
