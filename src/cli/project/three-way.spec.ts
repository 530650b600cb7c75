import { configDifferences, withChanges } from './config-diff.js';
import { compareThree, merged } from './three-way.js';

const base = { mcpServers: { a: { url: 'a', timeoutMs: 1 }, b: { use: 'b' } }, chat: { model: 'm' } };

describe('Two sides of a config', () => {
  it('are told apart by what each changed', () => {
    const theirs = { ...base, chat: { model: 'theirs' } };
    const mine = { ...base, mcpServers: { ...base.mcpServers, c: { use: 'c' } } };
    const comparison = compareThree(base, theirs, mine);
    expect(comparison).toEqual({
      theirs: [{ op: 'replace', path: '/chat/model', before: 'm', after: 'theirs' }],
      mine: [{ op: 'add', path: '/mcpServers/c', after: { use: 'c' } }],
      both: [],
      conflicts: [],
    });
    expect(merged(theirs, comparison, 'mine')).toEqual({ ...mine, chat: { model: 'theirs' } });
  });

  it('are in conflict where they differ at one place or one inside the other', () => {
    const theirs = { mcpServers: { a: { url: 'x', timeoutMs: 1 } }, chat: { model: 'same' } };
    const mine = {
      mcpServers: { a: { url: 'y', timeoutMs: 1 }, b: { use: 'b', disabled: true } },
      chat: { model: 'same' },
    };
    const comparison = compareThree(base, theirs, mine);
    expect(comparison.both.map(({ path }) => path)).toEqual(['/chat/model']);
    expect(comparison.conflicts.map((conflict) => [conflict.theirs.path, conflict.mine.path])).toEqual([
      ['/mcpServers/a/url', '/mcpServers/a/url'],
      ['/mcpServers/b', '/mcpServers/b/disabled'],
    ]);
    expect(merged(theirs, comparison, 'theirs')).toEqual(theirs);
    expect(merged(theirs, comparison, 'mine')).toMatchObject({
      mcpServers: { a: { url: 'y' }, b: { disabled: true } },
    });
  });

  it.each([
    [{ a: 1 }, { a: 2, b: [1] }],
    [{ 'x/y': { '~': 1 } }, { 'x/y': { '~': 2 } }],
    [{ a: { b: { c: 1 } } }, {}],
    [{ a: [1, 2] }, { a: { b: null } }],
  ])('come to the same by putting the differences on: %j → %j', (before, after) => {
    expect(withChanges(before, configDifferences(before, after))).toEqual(after);
  });
});
