import type { RegisteredClient } from '../../../src/oauth/clients/client-store.port.js';
import type { KeptDocument } from '../../../src/oauth/clients/document-store.port.js';
import { TypeormClientStore } from '../../../src/oauth/clients/typeorm-client-store.repository.js';
import { TypeormDocumentStore } from '../../../src/oauth/clients/typeorm-document-store.repository.js';
import { ClientDocumentEntity } from '../../../src/oauth/clients/client-document.entity.js';
import { ClientEntity } from '../../../src/oauth/clients/client.entity.js';
import { TypeormProgramGrantStore } from '../../../src/oauth/grants/typeorm-program-grant-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let clients: TypeormClientStore;
let documents: TypeormDocumentStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  clients = new TypeormClientStore(db.database);
  documents = new TypeormDocumentStore(db.database);
});

afterEach(async () => {
  await db.database.write(async (manager) => {
    await manager.createQueryBuilder().delete().from(ClientEntity).execute();
    await manager.createQueryBuilder().delete().from(ClientDocumentEntity).execute();
  });
});

function client(values: Partial<RegisteredClient> = {}): RegisteredClient {
  return {
    ...{ id: newId('oc'), kind: 'registered', name: 'Client', redirectUris: ['http://localhost/cb'] },
    ...{ authMethod: 'none', uri: null, secretDigest: null, createdAt: now, seenAt: now, usedAt: null },
    ...values,
  };
}

async function inserted(values: Partial<RegisteredClient> = {}): Promise<RegisteredClient> {
  const one = client(values);
  await clients.insert(one, 1000);
  return one;
}

const isThere = async ({ id }: RegisteredClient) => (await clients.findFirst([id])) !== undefined;

async function authorize(accountId: string, clientId: string, expiresAt = now + 1000): Promise<void> {
  const userId = await db.rows.member(accountId);
  await new TypeormProgramGrantStore(db.database).insert({
    ...{ id: newId('ogr'), accountId, userId, returnHost: 'localhost', resource: null, address: null },
    program: { id: clientId, name: 'Client', kind: 'registered', host: null },
    ...{ servers: null, apps: null, scopes: [], createdAt: now, lastUsedAt: null, expiresAt },
  });
}

describe('ClientStore', () => {
  it('[repository-contract] returns a registered client as it was stored, the first of several ids', async () => {
    const one = await inserted({
      ...{
        name: oddText,
        redirectUris: ['https://ü.example/cb', 'app://x'],
        authMethod: 'client_secret_post',
      },
      ...{ uri: 'https://client.example/漢', secretDigest: 'digest', usedAt: now + 1, kind: 'operator' },
    });
    const other = await inserted();
    expect(await clients.findFirst(['oc_none', one.id, other.id])).toEqual(one);
    expect((await clients.findFirst([other.id, one.id]))?.id).toBe(other.id);
    expect(await clients.findFirst([one.id.toUpperCase()])).toBeUndefined();
    expect(await clients.findFirst([])).toBeUndefined();
  });

  it('[repository-contract] keeps a client that registers again as it was, and notes when it was seen and used', async () => {
    const one = await inserted();
    await Promise.all([1, 2].map(() => clients.insert({ ...one, name: 'Other' }, 1000)));
    expect(await clients.findFirst([one.id])).toEqual(one);
    await clients.touch(one.id, { seenAt: now + 5 });
    expect(await clients.findFirst([one.id])).toEqual({ ...one, seenAt: now + 5 });
    await clients.touch(one.id, { seenAt: now + 6, usedAt: now + 6 });
    expect(await clients.findFirst([one.id])).toEqual({ ...one, seenAt: now + 6, usedAt: now + 6 });
  });

  it('[repository-contract] removes clients that were not seen for long, a limited number at a time', async () => {
    const [a, b, recent] = [await inserted({ seenAt: 1 }), await inserted({ seenAt: 2 }), await inserted()];
    expect(await clients.removeUnseen(3, 1)).toBe(1);
    expect(await clients.removeUnseen(3, 5)).toBe(1);
    expect(await clients.removeUnseen(3, 5)).toBe(0);
    expect(await Promise.all([a, b, recent].map(isThere))).toEqual([false, false, true]);
  });

  it('[repository-contract] makes room by removing the client that nobody ever used and that was seen longest ago', async () => {
    const used = await inserted({ seenAt: 1, usedAt: 1 });
    const [older, newer] = [await inserted({ seenAt: 5 }), await inserted({ seenAt: 6 })];
    await authorize(await db.rows.account(), used.id);
    expect(await clients.insert(client(), 3)).toBe(true);
    expect(await Promise.all([used, older, newer].map(isThere))).toEqual([true, false, true]);
  });

  it('[repository-contract] makes room by removing a client whose authorizations have all ended', async () => {
    const account = await db.rows.account();
    const [live, ended] = [
      await inserted({ usedAt: now - 7_200_000 }),
      await inserted({ usedAt: now - 7_200_000, seenAt: now + 1 }),
    ];
    const recent = await inserted({ usedAt: now - 1000 });
    await authorize(account, live.id);
    await authorize(account, ended.id, now);
    expect(await clients.insert(client(), 3)).toBe(true);
    expect(await Promise.all([live, ended, recent].map(isThere))).toEqual([true, false, true]);
  });

  it('[repository-contract] makes room at the cost of the account with the most clients, if it has more than a quarter', async () => {
    const [greedy, modest] = [await db.rows.account(), await db.rows.account()];
    const used = { usedAt: now - 1000 };
    const [a, b, shared, other] = [
      await inserted({ ...used, seenAt: now + 2 }),
      await inserted({ ...used, seenAt: now + 1 }),
      await inserted(used),
      await inserted(used),
    ];
    for (const { id } of [a, b, shared]) await authorize(greedy, id);
    for (const { id } of [shared, other]) await authorize(modest, id);
    expect(await clients.insert(client(used), 4)).toBe(true);
    expect(await Promise.all([a, b, shared, other].map(isThere))).toEqual([true, false, true, true]);
  });

  it('[repository-contract] refuses a client where no other can go', async () => {
    for (let count = 0; count < 4; count++)
      await authorize(await db.rows.account(), (await inserted({ usedAt: now - 1000 })).id);
    expect(await clients.insert(client(), 4)).toBe(false);
  });
});

function document(id: string, values: Partial<KeptDocument> = {}): KeptDocument {
  return {
    ...{ id, name: 'Client', redirectUris: [], authMethod: 'none', uri: null },
    ...{ fetchedAt: now, freshUntil: now + 1000, seenAt: now },
    ...values,
  };
}

describe('DocumentStore', () => {
  it('[repository-contract] returns the latest document of a client as it was stored', async () => {
    const address = `https://Client.example/${'a'.repeat(400)}`;
    const one = document(address, {
      name: oddText,
      redirectUris: ['https://ü.example'],
      uri: 'https://x.example',
    });
    await documents.keep(document(address), 10);
    await documents.keep(one, 10);
    expect(await documents.find(address)).toEqual(one);
    expect(await documents.find(address.toLowerCase())).toBeUndefined();
    await documents.touch(address, now + 9);
    expect(await documents.find(address)).toEqual({ ...one, seenAt: now + 9 });
  });

  it('[repository-contract] makes room by removing the documents that were seen longest ago, never the new one', async () => {
    for (const [id, seenAt] of [
      ['a', 3],
      ['b', 1],
      ['c', 2],
    ] as const)
      await documents.keep(document(id, { seenAt }), 3);
    await documents.keep(document('d', { seenAt: 0 }), 2);
    const left = await Promise.all(['a', 'b', 'c', 'd'].map(async (id) => (await documents.find(id))?.id));
    expect(left).toEqual(['a', undefined, undefined, 'd']);
  });

  it('[repository-contract] removes documents that were not seen for long, a limited number at a time', async () => {
    for (const [id, seenAt] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      await documents.keep(document(id, { seenAt }), 10);
    expect([await documents.removeUnseen(3, 1), await documents.removeUnseen(3, 9)]).toEqual([1, 1]);
    expect((await documents.find('c'))?.seenAt).toBe(3);
  });
});
