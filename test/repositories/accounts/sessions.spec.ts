import type { Session } from '../../../src/accounts/sessions/session-store.port.js';
import { TypeormSessionStore } from '../../../src/accounts/sessions/typeorm-session-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormSessionStore;
let userId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormSessionStore(db.database, db.signals);
});

beforeEach(async () => {
  userId = await db.rows.user();
  db.signals.take();
});

async function session(values: Partial<Session> = {}): Promise<Session> {
  const id = newId('ses');
  const one = {
    ...{ id, userId, secretDigest: `digest ${id}`, address: null, userAgent: null, provider: null },
    ...{ secondFactor: false, factor: null, createdAt: now, expiresAt: now + 1000 },
    ...values,
  };
  await store.insert(one);
  return one;
}

const left = async (...sessions: Session[]) =>
  Promise.all(sessions.map(async ({ id }) => ((await store.has(id)) ? 'kept' : 'removed')));

describe('SessionStore', () => {
  it('[repository-contract] returns a session as it was stored', async () => {
    const one = await session({
      ...{ address: '2001:db8::1', userAgent: oddText, provider: 'acme', secondFactor: true, factor: 'totp' },
      secretDigest: 'Digest-A',
    });
    expect(await store.find('Digest-A')).toEqual(one);
    expect(await store.find('digest-a')).toBeUndefined();
    expect(await store.listByIds([one.id, 'ses_none'])).toEqual([one]);
    expect(await store.listByIds([])).toEqual([]);
    expect([await store.has(one.id), await store.has('ses_none')]).toEqual([true, false]);
  });

  it('[repository-contract] lists the live sessions of a person newest first, and removes expired ones', async () => {
    const late = await session({ createdAt: now + 5 });
    const [a, b] = [await session(), await session()];
    const ended = await session({ expiresAt: now + 1 });
    expect(await store.listOf(userId, now + 1, 10)).toEqual([late, b, a]);
    expect(await store.listOf(userId, now + 1, 2)).toEqual([late, b]);
    await session({ createdAt: now + 2, expiresAt: now + 5000 });
    expect(await left(ended, a)).toEqual(['removed', 'kept']);
  });

  it('[repository-contract] removes a session by digest or id, and tells other processes', async () => {
    const [a, b, c] = [await session(), await session(), await session()];
    await store.remove({ secretDigest: a.secretDigest });
    await store.remove({ id: b.id });
    expect(await store.removeOne(await db.rows.user(), c.id)).toBe(false);
    const removed = await Promise.all([1, 2, 3].map(() => store.removeOne(userId, c.id)));
    expect(removed.filter(Boolean).length).toBeGreaterThanOrEqual(1);
    expect(await left(a, b, c)).toEqual(['removed', 'removed', 'removed']);
    expect([...new Set(db.signals.take())]).toEqual([a, b, c].map(({ id }) => `session ${id}`));
  });

  it('[repository-contract] removes all sessions of a person, or all but one', async () => {
    const [a, b, c] = [await session(), await session(), await session()];
    const other = await session({ userId: await db.rows.user() });
    await store.removeOf(userId, b.id);
    expect(await left(a, b, c, other)).toEqual(['removed', 'kept', 'removed', 'kept']);
    await store.removeOf(userId);
    expect(await left(b, other)).toEqual(['removed', 'kept']);
  });

  it('[repository-contract] removes the sessions in which a second factor was shown, all but one', async () => {
    const none = await session();
    const totp = await session({ secondFactor: true, factor: 'totp' });
    const key = await session({ secondFactor: true, factor: 'psk_1' });
    const unnamed = await session({ secondFactor: true });
    const own = await session({ secondFactor: true, factor: 'totp' });
    await store.removeShown(userId, 'totp', own.id);
    expect(await left(none, totp, key, unnamed, own)).toEqual(['kept', 'removed', 'kept', 'kept', 'kept']);
    await store.removeShown(userId, undefined, own.id);
    expect(await left(none, key, unnamed, own)).toEqual(['kept', 'removed', 'removed', 'kept']);
  });

  it('[repository-contract] removes the sessions of a person that were begun at one provider', async () => {
    const [corp, other, own] = [
      await session({ provider: 'corp' }),
      await session({ provider: 'other' }),
      await session(),
    ];
    const elsewhere = await session({ userId: await db.rows.user(), provider: 'corp' });
    await store.removeAtProvider(userId, 'corp');
    expect(await left(corp, other, own, elsewhere)).toEqual(['removed', 'kept', 'kept', 'kept']);
  });

  it('[repository-contract] notes the factor of one session, and tells other processes of the person', async () => {
    const [one, other] = [await session(), await session()];
    await store.setFactor({ userId, id: one.id }, 'psk_1');
    expect(await store.listByIds([one.id])).toEqual([{ ...one, secondFactor: true, factor: 'psk_1' }]);
    await store.setFactor({ userId, id: one.id }, null);
    expect(await store.listByIds([one.id])).toEqual([one]);
    expect(await store.listByIds([other.id])).toEqual([other]);
    await store.tellDeparture(userId);
    expect(db.signals.take()).toEqual(Array(3).fill(`session ${userId}`));
  });
});
