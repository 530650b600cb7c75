import type { AuthorizationCode } from '../../../src/oauth/authorize/authorization-code.js';
import { TypeormCodeStore } from '../../../src/oauth/authorize/typeorm-code-store.repository.js';
import type { GrantFamily } from '../../../src/oauth/grants/grant-family.js';
import { identityOf, type ProgramGrant } from '../../../src/oauth/grants/program-grant.js';
import type { ProgramGrantChange } from '../../../src/oauth/grants/program-grant-store.port.js';
import { TypeormProgramGrantStore } from '../../../src/oauth/grants/typeorm-program-grant-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let codes: TypeormCodeStore;
let grants: TypeormProgramGrantStore;
let accountId: string, userId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  codes = new TypeormCodeStore(db.database);
  grants = new TypeormProgramGrantStore(db.database);
});

beforeEach(async () => {
  accountId = await db.rows.account();
  userId = await db.rows.member(accountId);
});

const program = {
  id: 'https://client.example/metadata',
  name: oddText,
  kind: 'document',
  host: 'client.example',
} as const;
const reach = { resource: null, address: null, servers: null, apps: null };

function code(values: Partial<AuthorizationCode> = {}): AuthorizationCode {
  const id = newId('oac');
  return {
    ...{ id, digest: `digest ${id}`, redirectUri: 'http://127.0.0.1:1/cb', challenge: 'c'.repeat(43) },
    agreement: { accountId, userId, program, returnHost: '127.0.0.1', ...reach, scopes: ['tools:read'] },
    ...{ createdAt: now, expiresAt: now + 1000, usedAt: null, grantId: null, wrongVerifiers: 0 },
    ...values,
  };
}

describe('CodeStore', () => {
  it('[repository-contract] returns an authorization code as it was stored, and what changes of it', async () => {
    const one = code({ redirectUri: `https://client.example/?q=${'ü'.repeat(1000)}` });
    await codes.insert(one);
    expect(await codes.find(['none', one.digest])).toEqual(one);
    expect(await codes.find([one.digest.toUpperCase()])).toBeUndefined();
    expect(await codes.find([])).toBeUndefined();
    await codes.change(one.id, { usedAt: now + 1, grantId: 'ogr_gone' });
    await codes.change(one.id, { wrongVerifiers: 2 });
    expect(await codes.find([one.digest])).toEqual({
      ...one,
      ...{ usedAt: now + 1, grantId: 'ogr_gone', wrongVerifiers: 2 },
    });
  });

  it('[repository-contract] makes another transaction wait that locks the same code', async () => {
    const one = code();
    await codes.insert(one);
    expect(await db.database.write(() => codes.lock(one.id))).toEqual(one);
    expect(await lockOrder(db, () => codes.lock(one.id))).toEqual(oneAfterTheOther);
    expect(await db.database.write(() => codes.lock('oac_none'))).toBeUndefined();
  });

  it('[repository-contract] removes the codes of a person, in one account or in all, and expired ones', async () => {
    const elsewhere = await db.rows.account();
    const [a, b] = [code(), code({ agreement: { ...code().agreement, accountId: elsewhere } })];
    const [old, older] = [code({ expiresAt: 99 }), code({ expiresAt: 98 })];
    for (const one of [a, b, old, older]) await codes.insert(one);
    const isThere = async ({ digest }: AuthorizationCode) => (await codes.find([digest])) !== undefined;
    expect(await codes.removeExpired(100, 1)).toBe(true);
    expect(await codes.removeExpired(100, 2)).toBe(false);
    expect(await Promise.all([a, b, old, older].map(isThere))).toEqual([true, true, false, false]);
    await codes.removeOf(userId, accountId);
    expect([await isThere(a), await isThere(b)]).toEqual([false, true]);
    await codes.removeOf(userId);
    expect(await isThere(b)).toBe(false);
  });
});

function grant(values: Partial<ProgramGrant> = {}): ProgramGrant {
  return {
    ...{ id: newId('ogr'), accountId, userId, program, returnHost: 'client.example', ...reach },
    ...{ scopes: ['tools:read', 'tools:call'], createdAt: now, lastUsedAt: null, expiresAt: now + 1000 },
    ...values,
  };
}

/** A grant for a resource of its own, since there is one per identity. */
async function inserted(values: Partial<ProgramGrant> = {}): Promise<ProgramGrant> {
  const one = grant({ resource: { kind: 'server', serverId: newId('srv') }, ...values });
  await grants.insert(one);
  return one;
}

const ids = (all: readonly ProgramGrant[]) => all.map(({ id }) => id);

describe('ProgramGrantStore', () => {
  it('[repository-contract] returns an authorization of an OAuth client as it was stored', async () => {
    const one = await inserted({
      ...{ address: 'https://gantry.example/ü', servers: ['a', 'ü'], apps: [], lastUsedAt: now + 1 },
    });
    const whole = await inserted({ resource: null, program: { ...program, host: null, kind: 'registered' } });
    expect(await grants.find(one.id)).toEqual(one);
    expect(await grants.find(whole.id)).toEqual(whole);
    expect(await grants.findByIdentity(identityOf(one, one))).toEqual(one);
    expect(await grants.findByIdentity('none')).toBeUndefined();
    expect(await grants.find('ogr_none')).toBeUndefined();
  });

  it('[repository-contract] stores one authorization per identity', async () => {
    const tries = [1, 2, 3].map(() => grants.insert(grant()));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('[repository-contract] changes the members that are named, and the identity with the resource', async () => {
    const one = await inserted();
    const change: ProgramGrantChange = {
      ...{ resource: { kind: 'app', appId: 'app_1' }, servers: ['x'], scopes: ['tools:read'] },
      ...{ lastUsedAt: now + 5, expiresAt: now + 9, program: { ...program, name: 'Renamed' } },
    };
    await grants.change(one.id, change);
    await grants.change('ogr_none', change);
    expect(await grants.find(one.id)).toEqual({ ...one, ...change });
    expect(await grants.findByIdentity(identityOf(one, one))).toBeUndefined();
    expect((await grants.findByIdentity(identityOf(one, { ...one, ...change })))?.id).toBe(one.id);
  });

  it('[repository-contract] lists the live authorizations of an account newest first, page by page', async () => {
    const other = await db.rows.member(accountId);
    const [a, b, c] = [await inserted(), await inserted({ userId: other }), await inserted()];
    await inserted({ expiresAt: now });
    expect(await grants.list({ accountId }, now, 2)).toEqual([c, b]);
    expect(ids(await grants.list({ accountId }, now, 2, b.id))).toEqual([a.id]);
    expect(ids(await grants.list({ accountId, userId: other }, now, 9))).toEqual([b.id]);
    expect(ids(await grants.listOfClient(userId, program.id, now)).sort()).toEqual([a.id, c.id]);
    expect(await grants.listOfClient(userId, program.id.toUpperCase(), now)).toEqual([]);
    expect(await grants.hasClient(program.id, now)).toBe(true);
    expect(await grants.hasClient(program.id.toUpperCase(), now)).toBe(false);
    expect(await grants.listIds(userId)).toHaveLength(3);
    expect(await grants.listIds(userId, 'acc_none')).toEqual([]);
  });

  it('[repository-contract] makes another transaction wait that locks the same authorization or family', async () => {
    const { id } = await inserted();
    const own = await family(id);
    expect((await db.database.write(() => grants.lock(id)))?.id).toBe(id);
    expect(await lockOrder(db, () => grants.lock(id))).toEqual(oneAfterTheOther);
    expect(await db.database.write(() => grants.lockFamily(own.id))).toEqual(own);
    expect(await lockOrder(db, () => grants.lockFamily(own.id))).toEqual(oneAfterTheOther);
    expect(await db.database.write(() => grants.lock('ogr_none'))).toBeUndefined();
  });

  it('[repository-contract] removes expired authorizations and families, a limited number at a time', async () => {
    const [a, b] = [await inserted({ expiresAt: 50 }), await inserted({ expiresAt: 51 })];
    const live = await inserted();
    const [ended, going] = [await family(live.id, { expiresAt: 50 }), await family(live.id)];
    await family(a.id);
    expect(await grants.removeExpired(52, 1)).toBe(true);
    expect(await grants.removeExpired(52, 5)).toBe(false);
    const kept = await Promise.all([a, b, live].map(async ({ id }) => (await grants.find(id)) !== undefined));
    expect(kept).toEqual([false, false, true]);
    expect(await grants.listFamilies(live.id)).toEqual([going]);
    expect(await grants.findFamily([ended.handleDigest])).toBeUndefined();
    expect(await grants.listFamilies(a.id)).toEqual([]);
  });
});

async function family(grantId: string, values: Partial<GrantFamily> = {}): Promise<GrantFamily> {
  const id = newId('ofa');
  const one = {
    ...{
      id,
      grantId,
      handleDigest: `Handle ${id}`,
      secretDigest: 'secret',
      formerDigest: null,
      rotatedAt: null,
    },
    ...{ scopes: ['tools:read'] as const, createdAt: now, expiresAt: now + 1000, endsAt: now + 9000 },
    ...values,
  };
  await grants.insertFamily(one);
  return one;
}

describe('ProgramGrantStore on families of refresh tokens', () => {
  it('[repository-contract] returns a family as it was stored, and what changes of it', async () => {
    const { id } = await inserted();
    const one = await family(id, { formerDigest: oddText, rotatedAt: now + 1, scopes: [] });
    expect(await grants.findFamily(['none', one.handleDigest])).toEqual(one);
    expect(await grants.findFamily([one.handleDigest.toLowerCase()])).toBeUndefined();
    const change = { secretDigest: 'next', formerDigest: 'secret', rotatedAt: now + 2, expiresAt: now + 3 };
    await grants.changeFamily(one.id, change);
    expect(await grants.findFamily([one.handleDigest])).toEqual({ ...one, ...change });
  });

  it('[repository-contract] lists families oldest first and removes them, alone or with their authorization', async () => {
    const [one, other] = [await inserted(), await inserted()];
    const late = await family(one.id, { createdAt: now + 1 });
    const [a, b] = [await family(one.id), await family(one.id)];
    const kept = await family(other.id);
    expect(await grants.listFamilies(one.id)).toEqual([a, b, late]);
    await grants.removeFamilies([a.id, 'ofa_none']);
    await grants.removeFamilies([]);
    expect(await grants.listFamilies(one.id)).toEqual([b, late]);
    await grants.remove([one.id]);
    await grants.remove([]);
    expect([await grants.find(one.id), await grants.listFamilies(one.id)]).toEqual([undefined, []]);
    expect(await grants.listFamilies(other.id)).toEqual([kept]);
  });
});
