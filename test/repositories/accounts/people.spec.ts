import { TypeormPeopleStore } from '../../../src/accounts/people/typeorm-people-store.repository.js';
import type { User } from '../../../src/accounts/people/person.js';
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
let people: TypeormPeopleStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  people = new TypeormPeopleStore(db.database);
});

function user(values: Partial<User> = {}): User {
  const id = newId('usr');
  return {
    ...{ id, email: `${id}@example.com`, realm: '', name: 'Person', passwordHash: null, securedAt: null },
    ...values,
  };
}

async function inserted(values: Partial<User> = {}): Promise<User> {
  const one = user(values);
  await people.insertUser(one, now);
  return one;
}

describe('PeopleStore on accounts', () => {
  it('[repository-contract] finds the operator account with its first owner', async () => {
    expect(await people.findOperator()).toBeUndefined();
    const account = { id: newId('acc'), slug: 'operator', name: oddText, operator: true };
    await people.insertAccount(account, now);
    expect(await people.findOperator()).toBeUndefined();
    const [second, first, member] = [await inserted(), await inserted({ securedAt: now }), await inserted()];
    await people.join(account.id, member.id, 'member', now - 10);
    await people.join(account.id, second.id, 'owner', now);
    await people.join(account.id, first.id, 'owner', now - 5);
    expect(await people.findOperator()).toEqual({ account, user: first });
    expect(await people.hasTenants()).toBe(false);
    await db.rows.account();
    expect(await people.hasTenants()).toBe(true);
  });

  it('[repository-contract] returns an account as it was stored, by id and by its exact slug', async () => {
    const account = { id: newId('acc'), slug: 'acme-1', name: oddText.slice(0, 100), operator: false };
    await people.insertAccount(account, now);
    expect(await people.findAccount(account.id)).toEqual(account);
    expect(await people.findAccountBySlug('acme-1')).toEqual(account);
    expect([await people.isSlugTaken('acme-1'), await people.isSlugTaken('Acme-1')]).toEqual([true, false]);
    expect(await people.findAccountBySlug('ACME-1')).toBeUndefined();
    expect(await people.findAccount('acc_none')).toBeUndefined();
  });

  it('[repository-contract] stores one of several accounts that take a slug at once', async () => {
    const tries = [1, 2, 3].map(() =>
      people.insertAccount({ id: newId('acc'), slug: 'taken', name: 'Taken', operator: false }, now),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('[repository-contract] changes the settings of one account that are named', async () => {
    const [id, other] = [await db.rows.account(), await db.rows.account()];
    expect(await people.findSettings(id)).toEqual({ configAccess: 'members', requireSecondFactor: false });
    await people.changeSettings(id, { requireSecondFactor: true });
    await people.changeSettings(id, { configAccess: 'admins', requireSecondFactor: undefined });
    expect(await people.findSettings(id)).toEqual({ configAccess: 'admins', requireSecondFactor: true });
    expect(await people.findSettings(other)).toEqual({ configAccess: 'members', requireSecondFactor: false });
    expect(await people.findSettings('acc_none')).toBeUndefined();
  });
});

describe('PeopleStore on users', () => {
  it('[repository-contract] returns a user as it was stored', async () => {
    const one = await inserted({ name: '漢字 🦊 "Ö"', passwordHash: '$argon2id$v=19$…', securedAt: now + 7 });
    expect(await people.findUser(one.id)).toEqual(one);
    expect(await people.findUser('usr_none')).toBeUndefined();
    expect(await people.listUsers([one.id, 'usr_none'])).toEqual([one]);
    expect(await people.listUsers([])).toEqual([]);
  });

  it('[repository-contract] finds users by address, of which each realm has one', async () => {
    const [everywhere, inAcme] = [await inserted({ email: 'cy@example.com' }), user()];
    await people.insertUser({ ...inAcme, email: 'cy@example.com', realm: 'acc_acme' }, now);
    expect(await people.findUserInRealm('cy@example.com', '')).toEqual(everywhere);
    expect(await people.findUserInRealm('cy@example.com', 'acc_acme')).toMatchObject({ id: inAcme.id });
    expect(await people.findUserInRealm('CY@example.com', '')).toBeUndefined();
    const same = await people.listUsersByEmail('cy@example.com');
    expect(same.map(({ id }) => id)).toEqual([everywhere.id, inAcme.id]);
    await expect(people.insertUser(user({ email: 'cy@example.com' }), now)).rejects.toThrow();
    expect(await people.emailsOf([everywhere.id, 'usr_none'])).toEqual(
      new Map([[everywhere.id, 'cy@example.com']]),
    );
    expect(await people.emailsOf([])).toEqual(new Map());
  });

  it('[repository-contract] changes the members of a user that are named, also to null', async () => {
    const one = await inserted({ passwordHash: 'hash', securedAt: now });
    await people.updateUser(one.id, { name: oddText.slice(0, 100), securedAt: now + 1 });
    await people.updateUser(one.id, { passwordHash: null });
    expect(await people.findUser(one.id)).toEqual({
      ...one,
      ...{ name: oddText.slice(0, 100), securedAt: now + 1, passwordHash: null },
    });
  });

  it('[repository-contract] makes another transaction wait that locks the same user', async () => {
    const { id } = await inserted();
    expect(await lockOrder(db, () => people.lockUser(id))).toEqual(oneAfterTheOther);
  });

  it('[repository-contract] sets a user up once by the latest code', async () => {
    const one = await inserted();
    await people.openSetup(one.id, 'code 1');
    await people.openSetup(one.id, 'code 2');
    expect(await people.findUserInSetup('code 1')).toBeUndefined();
    expect(await people.findUserInSetup('code 2')).toEqual(one);
    const { id, ...change } = { ...one, name: 'Set up', passwordHash: 'hash', securedAt: now };
    const closed = await Promise.all([1, 2, 3].map(() => people.closeSetup('code 2', change)));
    expect(closed.filter(Boolean)).toHaveLength(1);
    expect(await people.findUser(id)).toEqual({ id, ...change });
    await people.openSetup(id, 'code 3');
    expect(await people.findUserInSetup('code 3')).toBeUndefined();
    expect(await people.closeSetup('code 3', change)).toBe(false);
  });
});

describe('PeopleStore on members', () => {
  it('[repository-contract] keeps the role of somebody who joins again', async () => {
    const accountId = await db.rows.account();
    const { id } = await inserted();
    await people.join(accountId, id, 'admin', now);
    await people.join(accountId, id, 'owner', now + 1);
    expect(await people.findMember(accountId, id)).toMatchObject({ role: 'admin', joinedAt: now });
    const { id: racer } = await inserted();
    await Promise.all([1, 2, 3].map(() => people.join(accountId, racer, 'member', now)));
    expect(await people.findMember(accountId, racer)).toMatchObject({ role: 'member' });
    expect([await people.countMembers(accountId), await people.countMembers('acc_none')]).toEqual([2, 0]);
  });

  it('[repository-contract] lists memberships oldest first, without those that sleep', async () => {
    const { id } = await inserted();
    const [a, b, asleep] = [
      await db.rows.account({ requireSecondFactor: true, name: 'A' }),
      await db.rows.account({ name: 'B' }),
      await db.rows.account(),
    ];
    await people.join(a, id, 'owner', now + 5);
    await people.join(b, id, 'member', now);
    await people.settleRules(asleep, id, { role: 'admin', sleeps: false }, now);
    await people.settleRules(asleep, id, { role: undefined, sleeps: true }, now);
    const memberships = await people.listMemberships(id);
    expect(memberships).toMatchObject([
      { account: { id: b, name: 'B', operator: false }, role: 'member', needsFactor: false, joinedAt: now },
      { account: { id: a, name: 'A' }, role: 'owner', needsFactor: true, joinedAt: now + 5 },
    ]);
    expect(await people.listMembershipsOf([id, 'usr_none'])).toEqual(new Map([[id, memberships]]));
    expect(await people.listMembershipsOf([])).toEqual(new Map());
  });

  it('[repository-contract] lists members by id, page by page', async () => {
    const accountId = await db.rows.account();
    const [a, b, c] = [
      await db.rows.member(accountId, 'owner'),
      await db.rows.member(accountId),
      await db.rows.member(accountId),
    ];
    await db.rows.member(await db.rows.account());
    const page = await people.listMembers({ accountId, limit: 2 });
    expect(page.map((one) => one.user.id)).toEqual([a, b]);
    expect(page[0]).toMatchObject({ user: { name: 'Person', realm: '' }, role: 'owner', joinedAt: now });
    expect(await people.listMembers({ accountId, limit: 2, after: b })).toMatchObject([{ user: { id: c } }]);
    const among = await people.listMembersAmong(accountId, [c, a, 'usr_none']);
    expect(among.map((one) => one.user.id).sort()).toEqual([a, c]);
    expect(await people.findMember(accountId, 'usr_none')).toBeUndefined();
  });

  it.each([
    ['a word in any case', 'ANA', ['Ana Müller']],
    ['letters with accents in any case', 'MÜLL', ['Ana Müller', 'ÄRA MÜLLER']],
    ['an upper-case letter with an accent', 'Ära', ['ÄRA MÜLLER']],
    ['a percent sign as it is', '100%', ['100% Bo']],
    ['an underscore as it is', 'o_l', ['Under_score o_l']],
    ['a backslash as it is', String.raw`\b`, [String.raw`Back\bo`]],
    ['a part of the address', 'MIXED+', ['Under_score o_l']],
  ])('[repository-contract] finds members by %s', async (_, q, expected) => {
    const accountId = await db.rows.account();
    const names = [
      'Ana Müller',
      'ÄRA MÜLLER',
      '100% Bo',
      '1000 Bo',
      'Under_score o_l',
      'owl',
      String.raw`Back\bo`,
    ];
    for (const name of names) {
      const email = name.includes('_') ? `mixed+${newId('x')}@example.com` : `${newId('x')}@example.com`;
      const one = await inserted({ name, email });
      await people.join(accountId, one.id, 'member', now);
    }
    const found = await people.listMembers({ accountId, q, limit: 50 });
    expect(found.map((one) => one.user.name)).toEqual(expected);
  });

  it('[repository-contract] finds a member by the exact id', async () => {
    const accountId = await db.rows.account();
    const id = await db.rows.member(accountId);
    await db.rows.member(accountId);
    expect(await people.listMembers({ accountId, q: id, limit: 50 })).toMatchObject([{ user: { id } }]);
  });
});
