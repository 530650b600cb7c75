import { newId } from '../../../src/kernel/id.js';
import type { PendingAuthorization } from '../../../src/upstreams/credentials/store/authorization-store.port.js';
import { TypeormAuthorizationStore } from '../../../src/upstreams/credentials/store/typeorm-authorization-store.repository.js';
import { TypeormCredentialStore } from '../../../src/upstreams/credentials/store/typeorm-credential-store.repository.js';
import { TypeormUpstreamClientStore } from '../../../src/upstreams/credentials/store/typeorm-upstream-client-store.repository.js';
import type { UpstreamClient } from '../../../src/upstreams/credentials/store/upstream-client-store.port.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let authorizations: TypeormAuthorizationStore;
let clients: TypeormUpstreamClientStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  authorizations = new TypeormAuthorizationStore(db.database);
  clients = new TypeormUpstreamClientStore(db.database);
});

async function authorization(values: Partial<PendingAuthorization> = {}): Promise<PendingAuthorization> {
  return {
    ...{ id: newId('Auth'), userId: values.userId ?? (await db.rows.user()), sessionDigest: 'session' },
    ...{ sealed: 'v1.x', createdAt: now, expiresAt: now + 1000 },
    ...values,
  };
}

const isThere = async ({ id }: PendingAuthorization) => (await authorizations.find([id])) !== undefined;

describe('AuthorizationStore', () => {
  it('[repository-contract] returns a pending authorization as it was stored, and lets one caller take it', async () => {
    const one = await authorization({ sealed: oddText.repeat(100) });
    await authorizations.insert(one, 5);
    expect(await authorizations.find(['none', one.id])).toEqual(one);
    expect(await authorizations.find([one.id.toLowerCase()])).toBeUndefined();
    expect(await authorizations.find([])).toBeUndefined();
    const taken = await Promise.all([1, 2, 3].map(() => authorizations.take(one.id)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('[repository-contract] makes room by removing the oldest pending authorizations of the same person', async () => {
    const userId = await db.rows.user();
    const all = [];
    for (const createdAt of [now + 2, now, now + 1]) all.push(await authorization({ userId, createdAt }));
    const other = await authorization({ createdAt: now - 1 });
    for (const one of [other, ...all]) await authorizations.insert(one, 3);
    const last = await authorization({ userId, createdAt: now + 3 });
    await authorizations.insert(last, 2);
    expect(await Promise.all([...all, other, last].map(isThere))).toEqual([true, false, false, true, true]);
  });

  it('[repository-contract] removes expired authorizations, a limited number at a time', async () => {
    const all = [
      await authorization({ expiresAt: 9 }),
      await authorization({ expiresAt: 9 }),
      await authorization(),
    ];
    for (const one of all) await authorizations.insert(one, 5);
    expect([await authorizations.removeExpired(10, 1), await authorizations.removeExpired(10, 9)]).toEqual([
      1, 1,
    ]);
    expect(await authorizations.removeExpired(10, 9)).toBe(0);
    expect(await Promise.all(all.map(isThere))).toEqual([false, false, true]);
  });
});

function client(values: Partial<UpstreamClient> = {}): UpstreamClient {
  return {
    ...{
      issuer: `https://${newId('iss')}.example`,
      redirectUri: 'https://gantry.example/cb',
      clientId: 'Client',
    },
    ...{ sealed: 'v1.aaaaaaaa.x', createdAt: now, expiresAt: undefined },
    ...values,
  };
}

describe('UpstreamClientStore', () => {
  it('[repository-contract] keeps one registration per issuer and return address, as it was stored', async () => {
    const issuer = `https://issuer.example/${'ü'.repeat(2000)}`;
    const all = [1, 2, 3].map((n) => client({ issuer, clientId: `client ${String(n)}`, expiresAt: now + n }));
    const kept = await Promise.all(all.map((one) => clients.insert(one)));
    expect(new Set(kept.map(({ clientId }) => clientId)).size).toBe(1);
    const winner = all.find(({ clientId }) => clientId === kept[0]?.clientId);
    expect(await clients.find({ issuer, redirectUri: 'https://gantry.example/cb' })).toEqual(winner);
    const elsewhere = client({ issuer, redirectUri: 'https://other.example/cb', sealed: oddText });
    expect(await clients.insert(elsewhere)).toEqual(elsewhere);
    expect(await clients.find({ issuer, redirectUri: 'https://none.example' })).toBeUndefined();
  });

  it('[repository-contract] finds and removes a registration by its exact client id', async () => {
    const one = client({ clientId: 'AbC%_' });
    await clients.insert(one);
    expect(await clients.findByClient(one.issuer, 'AbC%_')).toEqual(one);
    expect(await clients.findByClient(one.issuer, 'abc%_')).toBeUndefined();
    await clients.remove(one.issuer, 'other');
    expect(await clients.find(one)).toEqual(one);
    await clients.remove(one.issuer, 'AbC%_');
    expect(await clients.find(one)).toBeUndefined();
  });

  it('[repository-contract] removes old registrations that no credential uses, a limited number at a time', async () => {
    const all = [1, 2, 3].map((n) => client({ createdAt: n }));
    const [used, a, b] = all as [UpstreamClient, UpstreamClient, UpstreamClient];
    const recent = client();
    for (const one of [...all, recent]) await clients.insert(one);
    await new TypeormCredentialStore(db.database, db.signals).insert({
      ...{
        id: newId('ucr'),
        serverId: 'srv_1',
        owner: { kind: 'account', accountId: await db.rows.account() },
      },
      ...{
        appId: undefined,
        state: 'ok',
        version: 1,
        leaseUntil: 0,
        sealed: undefined,
        address: 'https://x.example',
      },
      ...{
        issuer: used.issuer,
        clientId: used.clientId,
        resource: undefined,
        scopes: [],
        wantedScopes: undefined,
      },
      ...{ stepUps: [], issuedAt: undefined, expiresAt: undefined, connectedAt: now, lastError: undefined },
    });
    expect([await clients.removeUnused(4, 1), await clients.removeUnused(4, 9)]).toEqual([1, 1]);
    const left = await Promise.all(
      [used, a, b, recent].map(async (one) => (await clients.find(one)) !== undefined),
    );
    expect(left).toEqual([true, false, false, true]);
  });

  it('[repository-contract] lists registrations sealed with another key, and replaces a seal unless it has changed', async () => {
    const [one, other] = [client(), client({ sealed: 'v1.cccccccc.x' })];
    for (const each of [one, other]) await clients.insert(each);
    const issuers = async () => (await clients.listOfOtherKeys('cccccccc')).map(({ issuer }) => issuer);
    expect(await issuers()).toContain(one.issuer);
    expect(await issuers()).not.toContain(other.issuer);
    await clients.reseal({ ...one, sealed: 'v1.aaaaaaaa.other' }, 'v1.cccccccc.y');
    expect(await clients.find(one)).toEqual(one);
    await clients.reseal(one, 'v1.cccccccc.y');
    expect(await clients.find(one)).toEqual({ ...one, sealed: 'v1.cccccccc.y' });
  });
});
