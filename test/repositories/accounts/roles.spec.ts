import { TypeormPeopleStore } from '../../../src/accounts/people/typeorm-people-store.repository.js';
import { TypeormSubjectStore } from '../../../src/accounts/providers/typeorm-subject-store.repository.js';
import type { RuleOutcome } from '../../../src/accounts/people/person.js';
import type { Role } from '../../../src/kernel/principal.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let people: TypeormPeopleStore;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  people = new TypeormPeopleStore(db.database);
});

beforeEach(async () => {
  accountId = await db.rows.account();
});

const roleOf = async (userId: string) => (await people.findMember(accountId, userId))?.role;
const settle = (userId: string, role: Role | undefined, sleeps = false): Promise<RuleOutcome> =>
  people.settleRules(accountId, userId, { role, sleeps }, now);

describe('Roles that role mappings give', () => {
  it('[repository-contract] come, change, sleep, wake and go', async () => {
    await db.rows.member(accountId, 'owner');
    const userId = await db.rows.user();
    expect(await settle(userId, undefined)).toEqual({ change: 'none', role: undefined });
    expect(await settle(userId, 'member')).toEqual({ change: 'joined', role: 'member' });
    expect(await settle(userId, 'admin')).toEqual({ change: 'changed', role: 'admin' });
    expect(await settle(userId, 'admin')).toEqual({ change: 'none', role: 'admin' });
    expect(await settle(userId, undefined, true)).toEqual({ change: 'slept', role: 'admin' });
    expect(await settle(userId, undefined, true)).toEqual({ change: 'none', role: 'admin' });
    expect(await people.listMemberships(userId)).toEqual([]);
    expect(await settle(userId, 'member')).toEqual({ change: 'woke', role: 'member' });
    expect(await settle(userId, undefined)).toEqual({ change: 'left', role: 'member' });
    expect(await roleOf(userId)).toBeUndefined();
  });

  it('[repository-contract] count beside the role that an invitation gave, the higher of both', async () => {
    await db.rows.member(accountId, 'owner');
    const userId = await db.rows.member(accountId, 'admin');
    expect(await settle(userId, 'member')).toEqual({ change: 'none', role: 'admin' });
    expect(await settle(userId, 'owner')).toEqual({ change: 'changed', role: 'owner' });
    expect(await settle(userId, undefined)).toEqual({ change: 'changed', role: 'admin' });
    const mapped = await db.rows.user();
    await settle(mapped, 'admin');
    await settle(mapped, undefined, true);
    await people.join(accountId, mapped, 'member', now);
    expect(await roleOf(mapped)).toBe('member');
    expect(await people.listMemberships(mapped)).toHaveLength(1);
  });

  it('[repository-contract] do not take the role of the last owner away', async () => {
    const userId = await db.rows.user();
    await settle(userId, 'owner');
    expect(await settle(userId, 'member')).toEqual({ change: 'none', role: 'owner' });
    expect(await settle(userId, undefined)).toEqual({ change: 'none', role: 'owner' });
    expect(await roleOf(userId)).toBe('owner');
  });
});

describe('The last owner of an account', () => {
  it('[repository-contract] stays when all owners step down at once', async () => {
    const owners = [
      await db.rows.member(accountId, 'owner'),
      await db.rows.member(accountId, 'owner'),
      await db.rows.member(accountId, 'owner'),
    ];
    const given = await Promise.all(owners.map((userId) => people.giveRole(accountId, userId, 'member')));
    expect(given.filter((one) => !one)).toHaveLength(1);
    expect(await roleOf(String(owners[given.indexOf(false)]))).toBe('owner');
  });

  it('[repository-contract] stays when all owners leave at once', async () => {
    const owners = [await db.rows.member(accountId, 'owner'), await db.rows.member(accountId, 'owner')];
    const left = await Promise.all(owners.map((userId) => people.leave(accountId, userId)));
    expect([...left].sort()).toEqual(['last-owner', true]);
  });

  it('[repository-contract] can become owner again, and others can leave', async () => {
    const owner = await db.rows.member(accountId, 'owner');
    const member = await db.rows.member(accountId);
    expect(await people.giveRole(accountId, owner, 'owner')).toBe(true);
    expect(await people.giveRole(accountId, member, 'admin')).toBe(true);
    expect(await roleOf(member)).toBe('admin');
    await new TypeormSubjectStore(db.database).replaceRoles(
      { userId: member, issuer: 'https://issuer.example', signedInAt: now },
      new Map([[accountId, 'member']]),
    );
    expect([await people.leave(accountId, member), await people.leave(accountId, member)]).toEqual([
      true,
      false,
    ]);
    await expect(people.giveRole(accountId, member, 'admin')).rejects.toThrow();
  });
});

describe('PeopleStore.lockRole', () => {
  it('[repository-contract] reports where a role comes from', async () => {
    const userId = await db.rows.member(accountId, 'admin');
    const subjects = new TypeormSubjectStore(db.database);
    const roles = new Map<string, Role>([[accountId, 'member']]);
    const lock = (id: string) => db.database.write(() => people.lockRole(accountId, id));
    expect(await lock(userId)).toEqual({ role: 'admin', given: 'admin', byRules: undefined });
    await subjects.replaceRoles({ userId, issuer: 'https://issuer.example', signedInAt: now }, roles);
    expect(await lock(userId)).toEqual({ role: 'admin', given: 'admin', byRules: 'member' });
    const mapped = await db.rows.user();
    await settle(mapped, 'member');
    expect(await lock(mapped)).toEqual({ role: 'member', given: undefined, byRules: undefined });
    expect(await lock(await db.rows.user())).toBeUndefined();
  });

  it('[repository-contract] makes another transaction wait that locks a role in the account', async () => {
    const [one, other] = [await db.rows.member(accountId), await db.rows.member(accountId)];
    const ids = [one, other];
    expect(await lockOrder(db, () => people.lockRole(accountId, String(ids.shift())))).toEqual(
      oneAfterTheOther,
    );
  });
});
