import type { ConnectionOwner } from '../../../src/kernel/caller.js';
import { newId } from '../../../src/kernel/id.js';
import { MembershipEntity } from '../../../src/accounts/people/membership.entity.js';
import { everyAccount } from '../../../src/upstreams/credentials/credential-owner.js';
import type { Credential } from '../../../src/upstreams/credentials/store/credential.js';
import type { CredentialFilter } from '../../../src/upstreams/credentials/store/credential-store.port.js';
import { TypeormCredentialStore } from '../../../src/upstreams/credentials/store/typeorm-credential-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormCredentialStore;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormCredentialStore(db.database, db.signals);
});

beforeEach(async () => {
  accountId = await db.rows.account();
  db.signals.take();
});

function credential(values: Partial<Credential> = {}): Credential {
  return {
    ...{ id: newId('ucr'), serverId: newId('srv'), owner: { kind: 'account', accountId }, appId: undefined },
    ...{ state: 'ok', version: 1, leaseUntil: 0, sealed: undefined, address: 'https://server.example/mcp' },
    ...{ issuer: 'https://issuer.example', clientId: 'client', resource: undefined, scopes: [] },
    ...{ wantedScopes: undefined, stepUps: [], issuedAt: undefined, expiresAt: undefined, connectedAt: now },
    lastError: undefined,
    ...values,
  };
}

async function inserted(values: Partial<Credential> = {}): Promise<Credential> {
  const one = credential(values);
  await store.insert(one);
  return one;
}

const ids = (all: readonly Credential[]) => all.map(({ id }) => id);
const person = (userId: string): ConnectionOwner => ({ kind: 'person', accountId, userId });

describe('CredentialStore', () => {
  it('[repository-contract] returns a credential as it was stored, by server and owner', async () => {
    const appId = await db.rows.app(accountId);
    const full = await inserted({
      ...{
        owner: { kind: 'app', accountId, appId },
        appId,
        state: 'needs_auth',
        version: 7,
        leaseUntil: now + 1,
      },
      ...{
        sealed: 'v1.aaaaaaaa.x',
        address: `https://server.example/${'ü'.repeat(3000)}`,
        resource: 'https://r.example',
      },
      ...{
        scopes: ['read', 'write:ü'],
        wantedScopes: ['admin'],
        stepUps: [{ at: now, connectedAt: now - 1 }],
      },
      ...{ issuedAt: now + 2, expiresAt: now + 3, lastError: oddText },
    });
    const owners: ConnectionOwner[] = [
      { kind: 'account', accountId },
      person('usr_1'),
      { kind: 'account', accountId: everyAccount },
    ];
    expect(await store.find(full.serverId, full.owner)).toEqual(full);
    for (const owner of owners) {
      const one = await inserted({ owner, serverId: full.serverId });
      expect(await store.find(full.serverId, owner)).toEqual(one);
      expect(await store.findById(one.id)).toEqual(one);
      await store.remove(one.id);
    }
    expect(await store.find('srv_none', full.owner)).toBeUndefined();
  });

  it('[repository-contract] keeps one credential per server and owner, even when several connect at once', async () => {
    const serverId = newId('srv');
    const all = [1, 2, 3].map(() => credential({ serverId }));
    const kept = await Promise.all(all.map((one) => store.insert(one)));
    expect(kept.filter(Boolean)).toHaveLength(1);
    const winner = all[kept.indexOf(true)];
    expect(await store.find(serverId, { kind: 'account', accountId })).toEqual(winner);
    expect(db.signals.take()).toEqual([`upstream-credential connected:${String(winner?.id)}`]);
  });

  it('[repository-contract] changes a credential in the version that was seen, once, and tells other processes', async () => {
    const one = await inserted({ sealed: 'v1.old', expiresAt: now, lastError: 'gone', wantedScopes: ['x'] });
    db.signals.take();
    const change = { sealed: 'v1.new', scopes: ['a', 'b'], expiresAt: undefined, lastError: undefined };
    const changed = await Promise.all([1, 2, 3].map(() => store.change(one.id, 1, change, 'renewed')));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await store.findById(one.id)).toEqual({ ...one, ...change, version: 2 });
    expect(db.signals.take()).toEqual([`upstream-credential renewed:${one.id}`]);
    expect(await store.change(one.id, 2, { wantedScopes: [], leaseUntil: now + 9, stepUps: [] })).toBe(true);
    expect(await store.findById(one.id)).toEqual({
      ...{ ...one, ...change },
      ...{ version: 3, wantedScopes: undefined, leaseUntil: now + 9 },
    });
    expect(db.signals.take()).toEqual([]);
    expect(await store.versions([one.id, 'ucr_none'])).toEqual(new Map([[one.id, 3]]));
    expect(await store.versions([])).toEqual(new Map());
  });

  it('[repository-contract] removes a credential once, and tells other processes', async () => {
    const one = await inserted();
    db.signals.take();
    expect([await store.remove(one.id), await store.remove(one.id)]).toEqual([true, false]);
    expect(db.signals.take()).toEqual(Array(2).fill(`upstream-credential removed:${one.id}`));
  });

  it('[repository-contract] lists the credentials of a person, an account and the operator, oldest first', async () => {
    const appId = await db.rows.app(accountId);
    const mine = await inserted({ owner: person('usr_1') });
    const account = await inserted();
    const app = await inserted({ owner: { kind: 'app', accountId, appId }, appId });
    const operator = await inserted({ owner: { kind: 'account', accountId: everyAccount } });
    const theirs = await inserted({ owner: person('usr_2') });
    const list = async (filter: Partial<CredentialFilter>, limit = 50) =>
      ids(
        await store.list(
          { accountId, userId: undefined, ofAccount: false, ofOperator: false, ...filter },
          limit,
        ),
      );
    expect(await list({})).toEqual([]);
    expect(await list({ userId: 'usr_1' })).toEqual([mine.id]);
    expect(await list({ userId: 'usr_1', ofAccount: true })).toEqual([mine.id, account.id, app.id]);
    expect((await list({ ofOperator: true })).includes(operator.id)).toBe(true);
    expect(await list({ userId: 'usr_1', ofAccount: true }, 2)).toEqual([mine.id, account.id]);
    expect(await store.count(accountId)).toBe(4);
    expect(ids(await store.listOfApp(appId))).toEqual([app.id]);
    expect(await list({ userId: 'usr_2' })).toEqual([theirs.id]);
  });

  it('[repository-contract] lists the credentials of people who left the account', async () => {
    const [stays, leaves] = [await db.rows.member(accountId), await db.rows.member(accountId)];
    await inserted({ owner: person(stays) });
    const left = await inserted({ owner: person(leaves) });
    await db.database.write((manager) => manager.delete(MembershipEntity, { accountId, userId: leaves }));
    const found = (await store.listLeft(1000)).filter((one) => one.owner.accountId === accountId);
    expect(found).toEqual([left]);
    expect(await store.listLeft(1)).toHaveLength(1);
  });

  it('[repository-contract] ends all leases', async () => {
    const [one, other] = [await inserted({ leaseUntil: now }), await inserted()];
    await store.releaseAll();
    expect(await store.findById(one.id)).toEqual({ ...one, leaseUntil: 0 });
    expect(await store.findById(other.id)).toEqual(other);
  });

  it('[repository-contract] lists credentials sealed with another key, and replaces a seal unless there are other tokens', async () => {
    const [a, b] = [await inserted({ sealed: 'v1.aaaaaaaa.1' }), await inserted({ sealed: 'v1.aaaaaaaa.2' })];
    await inserted({ sealed: 'v1.bbbbbbbb.3' });
    await inserted();
    const others = (after: string, limit = 50) => store.listOfOtherKeys('bbbbbbbb', after, limit);
    const start =
      ids(await others(''))
        .filter((id) => id < a.id)
        .at(-1) ?? '';
    expect(ids(await others(start))).toEqual([a.id, b.id]);
    expect(ids(await others(start, 1))).toEqual([a.id]);
    expect(ids(await others(a.id))).toEqual([b.id]);
    expect(await store.reseal(a.id, 'v1.aaaaaaaa.other', 'v1.bbbbbbbb.1')).toBe(false);
    expect(await store.reseal(a.id, 'v1.aaaaaaaa.1', 'v1.bbbbbbbb.1')).toBe(true);
    expect(await store.findById(a.id)).toEqual({ ...a, sealed: 'v1.bbbbbbbb.1' });
  });
});
