import type { AccessToken } from '../../../src/accounts/tokens/access-token.js';
import { TypeormTokenStore } from '../../../src/accounts/tokens/typeorm-token-store.repository.js';
import { MembershipEntity } from '../../../src/accounts/people/membership.entity.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormTokenStore;
let accountId: string, userId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormTokenStore(db.database, db.signals);
});

beforeEach(async () => {
  accountId = await db.rows.account();
  userId = await db.rows.member(accountId, 'admin');
  db.signals.take();
});

function token(values: Partial<AccessToken> = {}): AccessToken {
  const id = newId('tok');
  return {
    ...{ id, kind: 'user', source: 'device', accountId, userId, appId: null, name: 'Laptop', client: null },
    ...{
      oauthClient: null,
      grantId: null,
      binding: null,
      digest: `0a1b2c3d.${id}`,
      hint: 'gtu_…abcd',
      scopes: [],
    },
    ...{ createdAt: now, expiresAt: null, idleMs: null, lastUsedAt: null, revokedAt: null },
    ...values,
  };
}

async function inserted(values: Partial<AccessToken> = {}): Promise<AccessToken> {
  const one = token(values);
  await store.insert(one);
  return one;
}

const inGrant = (grantId: string, values: Partial<AccessToken> = {}) =>
  inserted({ source: 'grant', grantId, ...values });
const ids = (tokens: readonly AccessToken[]) => tokens.map(({ id }) => id);
const stored = async (...tokens: AccessToken[]) =>
  (await store.listByIds(ids(tokens))).map((one) => one.token.id).sort();
const isRevoked = async ({ id }: AccessToken) =>
  (await store.listByIds([id]))[0]?.token.revokedAt === now + 1;

describe('TokenStore', () => {
  it('[repository-contract] removes dead tokens of an account beyond the newest, and neither live nor needed ones', async () => {
    const dead = { revokedAt: now - 1 };
    const oldest = await inserted(dead);
    const live = await inserted({ expiresAt: now + 1000 });
    const expired = await inserted({ expiresAt: now - 1 });
    const bootstrap = await inserted({ ...dead, source: 'bootstrap' });
    const ofGrant = await inGrant(newId('ogr'), { expiresAt: now - 1 });
    const newest = await inserted(dead);
    await store.removeDead(accountId, now, 2);
    const left = [live, expired, bootstrap, ofGrant, newest];
    expect(await stored(oldest, ...left)).toEqual(ids(left).sort());
    await store.removeDead(accountId, now, 0);
    expect(await stored(...left)).toEqual(ids([live, bootstrap, ofGrant]).sort());
    await store.removeOtherBootstrap(undefined);
  });

  it('[repository-contract] returns a token as it was stored, by its exact digest', async () => {
    const full = await inserted({
      ...{
        kind: 'app',
        source: 'grant',
        appId: 'app_1',
        client: 'cursor',
        oauthClient: 'https://client.example/oauth.json',
        grantId: 'ogr_1',
        binding: '{"a":[]}',
      },
      ...{ name: oddText, digest: '0a1b2c3d.AbC_-', scopes: ['tools:call', 'tools:read'] },
      ...{ expiresAt: now + 1, idleMs: 2_592_000_000, lastUsedAt: now + 2, revokedAt: now + 3 },
    });
    const bare = await inserted();
    expect((await store.findByDigest('0a1b2c3d.AbC_-'))?.token).toEqual(full);
    expect((await store.findByDigest(bare.digest))?.token).toEqual(bare);
    expect(await store.findByDigest('0a1b2c3d.abc_-')).toBeUndefined();
    expect(await stored(full, bare, token())).toEqual([full.id, bare.id]);
    expect(await store.listByIds([])).toEqual([]);
  });

  it('[repository-contract] returns the role of the owner of a token, also of one who sleeps or has left', async () => {
    const one = await inserted();
    expect(await store.findByDigest(one.digest)).toMatchObject({
      ...{ standing: { role: 'admin', ofOperator: false }, sleeps: false },
    });
    const place = { accountId, userId };
    await db.database.write((manager) => manager.update(MembershipEntity, place, { asleep: true }));
    expect(await store.findByDigest(one.digest)).toMatchObject({ standing: undefined, sleeps: true });
    await db.database.write((manager) => manager.delete(MembershipEntity, place));
    expect(await store.findByDigest(one.digest)).toMatchObject({ standing: undefined, sleeps: false });
    const operators = await db.rows.account({ operator: true });
    const owner = await db.rows.member(operators, 'owner');
    const mine = await inserted({ accountId: operators, userId: owner });
    expect((await store.findByDigest(mine.digest))?.standing).toEqual({ role: 'owner', ofOperator: true });
  });

  it('[repository-contract] stores one token per digest', async () => {
    const digest = `0a1b2c3d.${newId('same')}`;
    await Promise.all([1, 2, 3].map(() => store.insertIfNew(token({ digest }))));
    const first = (await store.findByDigest(digest))?.token;
    await store.insertIfNew(token({ digest, name: 'Other' }));
    expect((await store.findByDigest(digest))?.token).toEqual(first);
    await expect(store.insert(token({ digest }))).rejects.toThrow();
    await store.changeDigest(String(first?.id), '11111111.new');
    expect(await store.findByDigest(digest)).toBeUndefined();
    expect((await store.findByDigest('11111111.new'))?.token.id).toBe(first?.id);
  });

  it('[repository-contract] lists the live tokens of a person newest first, page by page, without those of OAuth clients', async () => {
    const [a, b, c] = [await inserted(), await inserted(), await inserted()];
    await inserted({ revokedAt: now });
    await inGrant('ogr_2');
    await inserted({ accountId: await db.rows.account() });
    expect(await store.listOfUser(accountId, userId, 2)).toEqual([c, b]);
    expect(await store.listOfUser(accountId, userId, 2, b.id)).toEqual([a]);
  });

  it('[repository-contract] lists the live keys of an app newest first', async () => {
    const key = { kind: 'app', source: 'app', userId: null, appId: newId('app') } as const;
    const [a, b] = [await inserted(key), await inserted(key)];
    await inserted({ ...key, revokedAt: now });
    expect(await store.listOfApp(accountId, key.appId)).toEqual([b, a]);
    expect(await store.listOfApp('acc_none', key.appId)).toEqual([]);
  });

  it('[repository-contract] revokes a token once, for those who may, and tells other processes', async () => {
    const one = await inserted();
    expect(await store.revoke(one.id, { accountId: 'acc_none' }, now + 1)).toBe(false);
    expect(await store.revoke(one.id, { accountId, userId: 'usr_none' }, now + 1)).toBe(false);
    const revoked = await Promise.all(
      [1, 2, 3].map(() => store.revoke(one.id, { accountId, userId }, now + 1)),
    );
    expect(revoked.filter(Boolean)).toHaveLength(1);
    expect(await isRevoked(one)).toBe(true);
    expect(db.signals.take()).toEqual([`token ${one.id}`]);
  });

  it('[repository-contract] revokes the former keys of an app for the same client', async () => {
    const appId = newId('app');
    const key = { kind: 'app', source: 'app', userId: null, appId, client: 'cursor' } as const;
    const [former, other] = [await inserted(key), await inserted({ ...key, client: 'vscode' })];
    const present = await inserted(key);
    const later = await inserted(key);
    expect(await store.revokeFormer(present, now + 1)).toEqual([former.id]);
    expect(await store.revokeFormer(present, now + 1)).toEqual([]);
    expect(await store.revokeFormer({ ...present, client: null }, now + 1)).toEqual([]);
    expect(await Promise.all([former, other, present, later].map(isRevoked))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(db.signals.take()).toEqual([`token ${former.id}`]);
  });

  it('[repository-contract] revokes all tokens of a person or of a grant, and tells other processes of tokens and grants', async () => {
    const grantId = newId('ogr');
    const [own, elsewhere] = [await inserted(), await inserted({ accountId: await db.rows.account() })];
    const granted = await inGrant(grantId);
    expect((await store.touchStanding(userId, accountId)).sort()).toEqual([own.id, granted.id].sort());
    db.signals.take();
    expect((await store.revokeOfUser(userId, accountId, now + 1)).sort()).toEqual(
      [own.id, granted.id].sort(),
    );
    expect(db.signals.take().sort()).toEqual([own.id, granted.id, grantId].map((id) => `token ${id}`).sort());
    expect(await store.revokeOfUser(userId, undefined, now + 1)).toEqual([elsewhere.id]);
    expect(await Promise.all([own, granted, elsewhere].map(isRevoked))).toEqual([true, true, true]);
    const next = await inGrant(grantId);
    expect(await store.revokeOfGrant(grantId, now + 1)).toEqual([next.id]);
    expect(await store.touchStanding(userId, accountId)).toEqual([]);
  });

  it('[repository-contract] removes the oldest tokens of a grant that has too many', async () => {
    const grantId = newId('ogr');
    const all = [];
    for (let n = 0; n < 5; n++) all.push(await inGrant(grantId));
    const other = await inGrant(newId('ogr'));
    expect((await store.trimGrant(grantId, 3)).sort()).toEqual(ids(all.slice(0, 2)));
    expect(await store.trimGrant(grantId, 3)).toEqual([]);
    expect(await stored(...all, other)).toEqual(ids([...all.slice(2), other]));
  });

  it('[repository-contract] returns the newest live token and the last use of each grant', async () => {
    const [a, b, unused] = [newId('ogr'), newId('ogr'), newId('ogr')];
    await inGrant(a, { lastUsedAt: now + 20 });
    const newest = await inGrant(a, { lastUsedAt: now + 10 });
    await inGrant(a, { revokedAt: now });
    const only = await inGrant(b, { lastUsedAt: 5 });
    await inGrant(unused, { revokedAt: now });
    const found = await store.listNewestOfGrants([a, b, unused, 'ogr_none']);
    expect(found.map((one) => one.token.id).sort()).toEqual([newest.id, only.id].sort());
    expect([await store.listNewestOfGrants([]), await store.lastUsesOfGrants([])]).toEqual([[], []]);
    const uses = await store.lastUsesOfGrants([a, b, unused]);
    expect(new Map(uses)).toEqual(
      new Map([
        [a, now + 20],
        [b, 5],
      ]),
    );
  });

  it('[repository-contract] removes ended tokens of grants, but the newest of each for longer', async () => {
    const [grantId, oldGrant] = [newId('ogr'), newId('ogr')];
    const ended = { expiresAt: 1000, createdAt: 900 };
    const [a, revoked] = [
      await inGrant(grantId, ended),
      await inGrant(grantId, { ...ended, revokedAt: 950 }),
    ];
    const newest = await inGrant(grantId, ended);
    const live = await inGrant(newId('ogr'), { expiresAt: now });
    const veryOld = await inGrant(oldGrant, { expiresAt: 1000, createdAt: 10 });
    const device = await inserted(ended);
    const before = { ended: 1001, made: 100 };
    expect(await store.removeOldOfGrants(before, 1)).toBe(1);
    expect(await store.removeOldOfGrants(before, 10)).toBe(2);
    expect(await store.removeOldOfGrants(before, 10)).toBe(0);
    expect(await stored(a, revoked, newest, live, veryOld, device)).toEqual(ids([newest, live, device]));
  });

  it('[repository-contract] moves the last use of a token forward and never back', async () => {
    const [one, other] = [await inserted(), await inserted()];
    const used = async () => (await store.listByIds([one.id]))[0]?.token.lastUsedAt;
    await Promise.all([5, 9, 7].map((ms) => store.touch([{ id: one.id, at: now + ms }])));
    expect(await used()).toBe(now + 9);
    await store.touch([
      { id: one.id, at: now + 8 },
      { id: other.id, at: now },
    ]);
    expect(await used()).toBe(now + 9);
    expect((await store.listByIds([other.id]))[0]?.token.lastUsedAt).toBe(now);
  });
});

describe('TokenStore on all tokens', () => {
  it('[repository-contract] counts live tokens by the key of their digest', async () => {
    const count = async (...keys: string[]) => [
      await store.countOfKeys(keys),
      await store.countOfOtherKeys(keys),
    ];
    const [before, others] = await count('eeeeeeee', 'ffffffff');
    await inserted({ digest: `eeeeeeee.${newId('d')}` });
    await inserted({ digest: `ffffffff.${newId('d')}` });
    await inserted({ digest: `ffffffff.${newId('d')}`, revokedAt: now });
    expect(before).toBe(0);
    expect(await count('eeeeeeee', 'ffffffff')).toEqual([2, others]);
    expect(await count('eeeeeeee')).toEqual([1, Number(others) + 1]);
  });

  it('[repository-contract] removes bootstrap tokens other than the present one', async () => {
    const [a, b, device] = [
      await inserted({ source: 'bootstrap' }),
      await inserted({ source: 'bootstrap', revokedAt: now }),
      await inserted(),
    ];
    expect(await store.removeOtherBootstrap(a.digest)).toEqual([b.id]);
    expect(await store.removeOtherBootstrap(undefined)).toEqual([a.id]);
    expect(await store.removeOtherBootstrap(undefined)).toEqual([]);
    expect(await stored(a, b, device)).toEqual([device.id]);
  });
});
