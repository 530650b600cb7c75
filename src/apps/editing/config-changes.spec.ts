import { configChanges } from './config-changes.js';

describe('The changes between two configs', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, []],
    [{}, { a: { b: 1 } }, [{ op: 'add', path: '/a', after: { b: 1 } }]],
    [{ a: null }, {}, [{ op: 'remove', path: '/a', before: null }]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ op: 'replace', path: '/a/c', before: 2, after: 3 }]],
    [{ a: [1, 2] }, { a: [2, 1] }, [{ op: 'replace', path: '/a', before: [1, 2], after: [2, 1] }]],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, []],
    [{ a: {} }, { a: [] }, [{ op: 'replace', path: '/a', before: {}, after: [] }]],
    [{ 'x/y~z': 1 }, {}, [{ op: 'remove', path: '/x~1y~0z', before: 1 }]],
  ])('from %j to %j are %j', async (before, after, changes) => {
    expect(await configChanges(before, after)).toEqual(changes);
  });

  it('mask what looks like a credential', async () => {
    const before = { headers: { Authorization: 'Bearer ${secret:PAT}' } };
    const after = { headers: { Authorization: 'Bearer q8Zr41LmWx02Pv77', 'X-Team': 'acme' } };
    expect(await configChanges(before, after)).toEqual([
      {
        op: 'replace',
        path: '/headers/Authorization',
        before: 'Bearer ${secret:PAT}',
        after: '[redacted]',
      },
      { op: 'add', path: '/headers/X-Team', after: 'acme' },
    ]);
  });

  it('show addresses, however long', async () => {
    const after = { $schema: 'https://gantry.example.com/schemas/app-config-1.json' };
    expect(await configChanges({}, after)).toEqual([{ op: 'add', path: '/$schema', after: after.$schema }]);
  });
});
