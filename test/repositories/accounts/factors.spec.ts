import type { StoredFactor } from '../../../src/accounts/factors/factor-store.port.js';
import type { StoredPasskey } from '../../../src/accounts/factors/passkey-store.port.js';
import { TypeormFactorStore } from '../../../src/accounts/factors/typeorm-factor-store.repository.js';
import { TypeormPasskeyStore } from '../../../src/accounts/factors/typeorm-passkey-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let factors: TypeormFactorStore;
let passkeys: TypeormPasskeyStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  factors = new TypeormFactorStore(db.database);
  passkeys = new TypeormPasskeyStore(db.database);
});

const factor = (userId: string, values: Partial<StoredFactor> = {}): StoredFactor => ({
  ...{ userId, sealed: 'v1.key.one', createdAt: now, confirmedAt: null, lastStep: 0 },
  ...values,
});

/** A new user with an authenticator in use. */
async function confirmed(lastStep = 50_000_000): Promise<string> {
  const userId = await db.rows.user();
  await factors.begin(factor(userId));
  await factors.confirm(factor(userId), { confirmedAt: now, lastStep });
  return userId;
}

describe('FactorStore', () => {
  it('[repository-contract] returns an authenticator as it was stored', async () => {
    const userId = await db.rows.user();
    expect(await factors.find(userId)).toBeUndefined();
    const stored = factor(userId, { sealed: oddText, lastStep: 59_666_670 });
    expect(await factors.begin(stored)).toBe(true);
    expect(await factors.find(userId)).toEqual(stored);
  });

  it('[repository-contract] replaces an authenticator until it is confirmed', async () => {
    const userId = await db.rows.user();
    await factors.begin(factor(userId, { sealed: 'first' }));
    expect(await factors.begin(factor(userId, { sealed: 'second' }))).toBe(true);
    const at = { confirmedAt: now + 1, lastStep: 7 };
    expect(await factors.confirm({ userId, sealed: 'first' }, at)).toBe(false);
    expect(await factors.confirm({ userId, sealed: 'second' }, at)).toBe(true);
    expect(await factors.confirm({ userId, sealed: 'second' }, at)).toBe(false);
    expect(await factors.begin(factor(userId, { sealed: 'third' }))).toBe(false);
    expect(await factors.find(userId)).toEqual(factor(userId, { sealed: 'second', ...at }));
  });

  it('[repository-contract] keeps one of several authenticators that begin at once, and reports that one as kept', async () => {
    const userId = await db.rows.user();
    const sealed = ['a', 'b', 'c'];
    const kept = await Promise.all(sealed.map((text) => factors.begin(factor(userId, { sealed: text }))));
    const stored = await factors.find(userId);
    expect(kept[sealed.indexOf(String(stored?.sealed))]).toBe(true);
  });

  it('[repository-contract] accepts each time step once and none before the last', async () => {
    const userId = await confirmed(100);
    const used = await Promise.all([1, 2, 3].map(() => factors.useStep(userId, 101)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect([await factors.useStep(userId, 100), await factors.useStep(userId, 103)]).toEqual([false, true]);
    expect(await factors.find(userId)).toMatchObject({ lastStep: 103 });
    const unconfirmed = await db.rows.user();
    await factors.begin(factor(unconfirmed));
    expect(await factors.useStep(unconfirmed, 1)).toBe(false);
  });

  it('[repository-contract] uses up each recovery code once', async () => {
    const [userId, other] = [await db.rows.user(), await db.rows.user()];
    await factors.replaceRecoveryCodes(userId, ['gone']);
    const digests = [1, 2, 3].map((n) => `${userId} ${String(n)}`);
    await factors.replaceRecoveryCodes(userId, digests);
    await factors.replaceRecoveryCodes(other, [`${other} 1`]);
    expect(await factors.countRecoveryCodes(userId)).toBe(3);
    const used = await Promise.all([1, 2, 3].map(() => factors.useRecovery(userId, [`${userId} 1`, 'none'])));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await factors.useRecovery(userId, [`${other} 1`])).toBe(false);
    expect(await factors.useRecovery(userId, [])).toBe(false);
    expect(await factors.countRecoveryCodes(userId)).toBe(2);
    await factors.replaceRecoveryCodes(userId, []);
    expect([await factors.countRecoveryCodes(userId), await factors.countRecoveryCodes(other)]).toEqual([
      0, 1,
    ]);
  });

  it('[repository-contract] takes away the authenticator alone, or with passkeys and recovery codes', async () => {
    const [userId, other] = [await confirmed(), await confirmed()];
    for (const id of [userId, other]) {
      await factors.replaceRecoveryCodes(id, [`${id} 1`]);
      await passkeys.insert(passkey(id));
    }
    await factors.removeAuthenticator(userId);
    expect(await factors.find(userId)).toBeUndefined();
    expect(await factors.countRecoveryCodes(userId)).toBe(1);
    await factors.takeAway(userId);
    expect([await factors.countRecoveryCodes(userId), await passkeys.listOf(userId)]).toEqual([0, []]);
    expect(await factors.find(other)).toMatchObject({ userId: other });
    expect(await factors.countRecoveryCodes(other)).toBe(1);
    expect(await passkeys.listOf(other)).toHaveLength(1);
  });
});

function passkey(userId: string, values: Partial<StoredPasskey> = {}): StoredPasskey {
  const id = newId('psk');
  return {
    ...{ id, userId, credentialId: `credential ${id}`, publicKey: 'key', counter: 0, transports: [] },
    ...{ name: 'Phone', createdAt: now, lastUsedAt: null },
    ...values,
  };
}

describe('PasskeyStore', () => {
  it('[repository-contract] returns a passkey as it was stored, by its exact credential id', async () => {
    const userId = await db.rows.user();
    const stored = passkey(userId, {
      ...{ credentialId: 'AbC_-9', publicKey: 'x'.repeat(2000), counter: 2 ** 32 - 1 },
      ...{ transports: ['internal', 'hybrid', 'üsb'], name: '漢字 🦊', lastUsedAt: now + 5 },
    });
    expect(await passkeys.insert(stored)).toBe(true);
    expect(await passkeys.find('AbC_-9')).toEqual(stored);
    expect(await passkeys.find('abc_-9')).toBeUndefined();
  });

  it('[repository-contract] stores a credential once, even when several people add it at once', async () => {
    const people = [await db.rows.user(), await db.rows.user(), await db.rows.user()];
    const added = await Promise.all(
      people.map((userId) => passkeys.insert(passkey(userId, { credentialId: 'shared' }))),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await passkeys.find('shared')).toMatchObject({ userId: people[added.indexOf(true)] });
  });

  it('[repository-contract] lists the passkeys of a person oldest first and removes one of them', async () => {
    const userId = await db.rows.user();
    const [late, early, same] = [passkey(userId, { createdAt: now + 1 }), passkey(userId), passkey(userId)];
    for (const one of [late, same, early]) await passkeys.insert(one);
    const order = [...[early, same].sort((a, b) => (a.id < b.id ? -1 : 1)), late];
    expect(await passkeys.listOf(userId)).toEqual(order);
    expect(await passkeys.remove(await db.rows.user(), late.id)).toBe(false);
    expect([await passkeys.remove(userId, late.id), await passkeys.remove(userId, late.id)]).toEqual([
      true,
      false,
    ]);
    expect(await passkeys.listOf(userId)).toHaveLength(2);
  });

  it('[repository-contract] accepts a use only with a higher counter, or with 0 from an authenticator that does not count', async () => {
    const userId = await db.rows.user();
    const [counting, silent] = [passkey(userId, { counter: 5 }), passkey(userId)];
    await passkeys.insert(counting);
    await passkeys.insert(silent);
    const used = await Promise.all([1, 2, 3].map(() => passkeys.use(counting.id, 2 ** 32 - 1, now + 9)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await passkeys.find(counting.credentialId)).toMatchObject({
      counter: 2 ** 32 - 1,
      lastUsedAt: now + 9,
    });
    expect(await passkeys.use(counting.id, 0, now)).toBe(false);
    expect([await passkeys.use(silent.id, 0, now), await passkeys.use(silent.id, 0, now)]).toEqual([
      true,
      true,
    ]);
    expect(await passkeys.use('psk_gone', 1, now)).toBe(false);
  });

  it('[repository-contract] closes each open challenge once', async () => {
    await passkeys.openChallenge('expired', now, now - 1);
    await passkeys.openChallenge('open', now + 100, now + 1);
    expect(await passkeys.closeChallenge(['expired'], now - 1)).toBe(false);
    expect(await passkeys.closeChallenge(['open'], now + 100)).toBe(false);
    const closed = await Promise.all(
      [1, 2, 3].map(() => passkeys.closeChallenge(['none', 'open'], now + 99)),
    );
    expect(closed.filter(Boolean)).toHaveLength(1);
    expect(await passkeys.closeChallenge([], now)).toBe(false);
  });
});
