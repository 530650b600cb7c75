import type { Invitation } from '../../../src/accounts/joining/invitation-store.port.js';
import { TypeormInvitationStore } from '../../../src/accounts/joining/typeorm-invitation-store.repository.js';
import type { StoredReset } from '../../../src/accounts/resets/reset-store.port.js';
import { TypeormResetStore } from '../../../src/accounts/resets/typeorm-reset-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let invitations: TypeormInvitationStore;
let resets: TypeormResetStore;
let accountId: string, owner: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  invitations = new TypeormInvitationStore(db.database);
  resets = new TypeormResetStore(db.database);
});

beforeEach(async () => {
  accountId = await db.rows.account();
  owner = await db.rows.member(accountId, 'owner');
});

function invitation(values: Partial<Invitation> = {}): Invitation {
  const id = newId('inv');
  return {
    ...{ id, accountId, newAccountName: null, email: 'bo@example.com', role: 'member', vouched: false },
    ...{ codeDigest: `digest ${id}`, invitedBy: owner, createdAt: now, expiresAt: now + 1000 },
    ...values,
  };
}

const listed = async () => (await invitations.listOf({ accountId, now }, 10)).map(({ id }) => id);

describe('InvitationStore', () => {
  it('[repository-contract] counts the open invitations of an account', async () => {
    const one = invitation();
    await invitations.replace(one);
    await invitations.replace(invitation({ email: 'another@example.com' }));
    expect(await invitations.countOf(one.accountId, one.createdAt)).toBe(2);
    expect(await invitations.countOf(one.accountId, one.expiresAt)).toBe(0);
    expect(await invitations.countOf('acc_none', one.createdAt)).toBe(0);
  });

  it('[repository-contract] returns an invitation as it was stored, by code and by id', async () => {
    const one = invitation({ newAccountName: '漢字 🦊 & Söhne', role: 'owner', vouched: true });
    const other = invitation({ email: 'ö@example.com' });
    await invitations.replace(one);
    await invitations.replace(other);
    expect(await invitations.find(one.codeDigest)).toEqual(one);
    expect(await invitations.findById(other.id)).toEqual(other);
    expect(await invitations.find(one.codeDigest.toUpperCase())).toBeUndefined();
  });

  it('[repository-contract] replaces an invitation of the same kind to the same address', async () => {
    const [join, found] = [invitation(), invitation({ newAccountName: 'Acme' })];
    const elsewhere = invitation({ accountId: await db.rows.account() });
    for (const one of [join, found, elsewhere]) await invitations.replace(one);
    const [again, renamed] = [invitation(), invitation({ newAccountName: 'Other' })];
    await invitations.replace(again);
    expect(await listed()).toEqual([again.id, found.id]);
    await invitations.replace(renamed);
    expect(await listed()).toEqual([renamed.id, again.id]);
    expect(await invitations.findById(elsewhere.id)).toEqual(elsewhere);
  });

  it('[repository-contract] keeps one of several invitations to one address that are made at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => invitations.replace(invitation())));
    expect(await listed()).toHaveLength(1);
  });

  it('[repository-contract] lists open invitations newest first, page by page, and removes expired ones', async () => {
    const all = [0, 1, 2, 3].map((n) => invitation({ email: `${String(n)}@example.com` }));
    for (const one of all) await invitations.replace(one);
    const [a, b, c, d] = all.map(({ id }) => id);
    expect(await listed()).toEqual([d, c, b, a]);
    const page = await invitations.listOf({ accountId, now }, 2, d);
    expect(page.map(({ id }) => id)).toEqual([c, b]);
    expect(await invitations.listOf({ accountId, now: now + 1000 }, 10)).toEqual([]);
    const late = invitation({ createdAt: now + 1001, expiresAt: now + 5000 });
    await invitations.replace(late);
    expect(await listed()).toEqual([late.id]);
  });

  it('[repository-contract] lets one of several callers take an invitation', async () => {
    const one = invitation();
    await invitations.replace(one);
    const taken = await Promise.all([1, 2, 3].map(() => invitations.take(one.id)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await invitations.findById(one.id)).toBeUndefined();
  });
});

async function reset(values: Partial<StoredReset> = {}): Promise<StoredReset> {
  const userId = values.userId ?? (await db.rows.member(accountId));
  return {
    ...{ userId, codeDigest: newId('dig'), accountId, createdBy: owner, factor: false },
    ...{ createdAt: now, expiresAt: now + 1000 },
    ...values,
  };
}

describe('ResetStore', () => {
  it('[repository-contract] returns a password reset as it was stored, and keeps the latest of a person', async () => {
    const one = await reset({ factor: true, codeDigest: oddText });
    await resets.replace(one);
    expect(await resets.find(oddText)).toEqual(one);
    const next = await reset({ userId: one.userId });
    await resets.replace(next);
    expect(await resets.find(oddText)).toBeUndefined();
    expect(await resets.find(next.codeDigest)).toEqual(next);
  });

  it('[repository-contract] lets one of several callers take a password reset', async () => {
    const one = await reset();
    await resets.replace(one);
    const taken = await Promise.all([1, 2, 3].map(() => resets.take(one.codeDigest)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('[repository-contract] removes password resets that expired, of a person, and by their maker in an account', async () => {
    const elsewhere = await db.rows.account();
    const [a, b, c] = [await reset(), await reset(), await reset({ accountId: elsewhere })];
    const there = async () =>
      Promise.all([a, b, c].map(async ({ codeDigest }) => (await resets.find(codeDigest)) !== undefined));
    for (const one of [a, b, c]) await resets.replace(one);
    await resets.removeFor(a.userId);
    expect(await there()).toEqual([false, true, true]);
    await resets.removeBy(owner, accountId);
    expect(await there()).toEqual([false, false, true]);
    await resets.replace(await reset({ createdAt: now + 1001, expiresAt: now + 2000 }));
    expect(await there()).toEqual([false, false, false]);
  });
});
