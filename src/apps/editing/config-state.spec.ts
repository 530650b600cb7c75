import { baseOf, buildsOn, configEtag } from './config-state.js';

const current = { version: 3, etag: '"3-abc"' };

describe('What a write builds on', () => {
  it.each([
    ['"3-abc"', undefined, true],
    ['"2-x", "3-abc"', undefined, true],
    ['3-abc', undefined, true],
    ['W/"3-abc"', undefined, false],
    ['"2-x"', undefined, false],
    ['*', undefined, true],
    [undefined, 3, true],
    [undefined, 2, false],
    ['"3-abc"', 3, true],
    ['"3-abc"', 2, false],
    ['*', 3, true],
    ['*', 2, false],
    ['', 3, true],
  ])(
    '[config-precondition] If-Match %j and version %j: the current state %j',
    (ifMatch, version, expected) => {
      const base = baseOf(ifMatch, version);
      expect(base !== undefined && buildsOn(base, current)).toBe(expected);
    },
  );

  it('[config-precondition] is not named by nothing', () => {
    expect(baseOf(undefined, undefined)).toBeUndefined();
    expect(baseOf(' ', undefined)).toBeUndefined();
  });

  it('has a validator that changes with version and content', () => {
    const etags = [configEtag(1, '{}'), configEtag(2, '{}'), configEtag(1, '{"a":1}')];
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });
});
