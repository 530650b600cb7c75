import { scopes } from '../../kernel/principal.js';
import type { AccessToken, Standing, TokenWithStanding } from './access-token.js';
import { TokenMemory } from './token-memory.js';

const start = 1_000_000;

function row(
  change: Partial<AccessToken> = {},
  standing: Standing | null = { role: 'owner', ofOperator: false },
): TokenWithStanding {
  const token: AccessToken = {
    id: 'tok_1',
    kind: 'user',
    source: 'device',
    accountId: 'acc_1',
    userId: 'usr_1',
    appId: null,
    client: null,
    oauthClient: null,
    grantId: null,
    binding: null,
    name: 'test',
    digest: 'd',
    hint: 'h',
    scopes,
    createdAt: start,
    expiresAt: start + 10_000,
    idleMs: 1000,
    lastUsedAt: null,
    revokedAt: null,
    ...change,
  };
  return { token, standing: standing ?? undefined, sleeps: false };
}

describe('the memory of tokens', () => {
  it('knows whose a token is until it expires or was not used for too long', () => {
    const memory = new TokenMemory();
    expect(memory.recall('text', start)).toBeUndefined();
    memory.learn('text', row(), start);
    for (let now = start; now < start + 10_000; now += 900)
      expect(memory.recall('text', now)).toMatchObject({ userId: 'usr_1' });
    expect(memory.recall('text', start + 10_000)).toBeNull();
    memory.learn('text', row(), start);
    expect(memory.recall('text', start + 1000)).toBeNull();
  });

  it('never gives the scope operator to somebody who is none', () => {
    const memory = new TokenMemory();
    expect(memory.learn('text', row(), start)?.scopes.has('operator')).toBe(false);
    const operator = row({}, { role: 'owner', ofOperator: true });
    expect(memory.learn('text', operator, start)?.scopes.has('operator')).toBe(true);
  });

  it('knows that a token is no good', () => {
    const memory = new TokenMemory();
    for (const found of [undefined, row({ revokedAt: start }), row({}, null), row({ expiresAt: start })]) {
      expect(memory.learn('text', found, start)).toBeUndefined();
      expect(memory.recall('text', start)).toBeNull();
    }
  });

  it('follows what the database says', () => {
    const memory = new TokenMemory();
    memory.learn('text', row(), start);
    memory.refresh(['tok_1'], [row({}, { role: 'member', ofOperator: false })], start);
    expect(memory.recall('text', start)).toMatchObject({ role: 'member' });
    const { epoch } = memory;
    memory.refresh(['tok_1'], [row({ revokedAt: start })], start);
    expect(memory.recall('text', start)).toBeUndefined();
    expect(memory.epoch).toBeGreaterThan(epoch);
    memory.learn('text', row(), start);
    memory.refresh(['tok_1'], [], start);
    expect(memory.recall('text', start)).toBeUndefined();
  });

  it('hands out each use to be stored once, and not more often than asked', () => {
    const memory = new TokenMemory();
    memory.learn('text', row({ idleMs: null, expiresAt: null }), start);
    expect(memory.takeUses(60_000, start, 10)).toEqual([{ id: 'tok_1', at: start }]);
    memory.recall('text', start + 59_999);
    expect(memory.takeUses(60_000, start + 59_999, 10)).toEqual([]);
    expect(memory.takeUses(60_000, start + 60_000, 10)).toEqual([{ id: 'tok_1', at: start + 59_999 }]);
    expect(memory.takeUses(0, start + 70_000, 10)).toEqual([]);
  });

  it('stays small when there are many tokens, known and unknown', () => {
    const memory = new TokenMemory();
    for (let i = 0; i < 12_000; i++) {
      memory.learn(`text ${String(i)}`, row({ id: `tok_${String(i)}` }), start);
      memory.learn(`wrong ${String(i)}`, undefined, start);
    }
    expect(memory.ids(start)).toHaveLength(10_000);
    expect(memory.recall('text 0', start)).toBeUndefined();
    expect(memory.recall('wrong 0', start)).toBeUndefined();
    expect(memory.recall('wrong 11999', start)).toBeNull();
  });
});
