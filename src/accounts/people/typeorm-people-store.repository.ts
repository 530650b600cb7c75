import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Role } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { AccountEntity } from './account.entity.js';
import { MembershipEntity } from './membership.entity.js';
import { findMemberships } from './member-search.repository.js';
import { PeopleStore } from './people-store.port.js';
import {
  higherRole,
  settingsOfNewAccounts,
  type Account,
  type AccountChange,
  type AccountSettings,
  type Member,
  type Membership,
  type RoleOrigin,
  type RuleOutcome,
  type RuleStanding,
  type User,
} from './person.js';
import { RuleRoleEntity } from '../providers/rule-role.entity.js';
import { UserEntity } from './user.entity.js';

@Injectable()
export class TypeormPeopleStore extends PeopleStore {
  constructor(private readonly database: Database) {
    super();
  }

  async findOperator(): Promise<{ readonly account: Account; readonly user: User } | undefined> {
    const account = await this.database.manager.findOneBy(AccountEntity, { operator: true });
    if (account === null) return undefined;
    const [first] = await this.database.manager.find(MembershipEntity, {
      where: { accountId: account.id, role: 'owner' },
      order: { createdAt: 'ASC', userId: 'ASC' },
      take: 1,
    });
    const user = first === undefined ? undefined : await this.findUser(first.userId);
    return user === undefined ? undefined : { account: toAccount(account), user };
  }

  hasTenants(): Promise<boolean> {
    return this.database.manager.existsBy(AccountEntity, { operator: false });
  }

  async insertAccount(account: Account, at: number): Promise<void> {
    const row = { ...account, ...settingsOfNewAccounts, createdAt: at };
    await this.database.write((manager) => manager.insert(AccountEntity, row));
  }

  async insertUser(user: User, at: number): Promise<void> {
    const row = { ...user, setupCodeDigest: null, createdAt: at };
    await this.database.write((manager) => manager.insert(UserEntity, row));
  }

  async join(accountId: string, userId: string, role: Role, at: number): Promise<void> {
    await this.database.write(async (manager) => {
      const place = { accountId, userId };
      const row = await manager.findOneBy(MembershipEntity, place);
      if (row === null)
        await manager
          .createQueryBuilder()
          .insert()
          .into(MembershipEntity)
          .values({ ...place, role, givenRole: role, createdAt: at })
          .orIgnore()
          .updateEntity(false)
          .execute();
      else if (row.givenRole === null)
        await manager.update(MembershipEntity, place, {
          ...{ role: higherRole(row.asleep ? undefined : row.role, role) },
          ...{ givenRole: role, asleep: false },
        });
    });
  }

  settleRules(
    accountId: string,
    userId: string,
    { role: byRules, sleeps }: RuleStanding,
    at: number,
  ): Promise<RuleOutcome> {
    return this.database.write(async (manager) => {
      const place = { accountId, userId };
      await this.lockOwners(accountId);
      const row = await manager.findOneBy(MembershipEntity, place);
      const role = higherRole(row?.givenRole ?? undefined, byRules);
      if (row === null) {
        if (role === undefined) return { change: 'none', role };
        await manager.insert(MembershipEntity, { ...place, role, givenRole: null, createdAt: at });
        return { change: 'joined', role };
      }
      const { role: former, asleep } = row;
      if (role === undefined && sleeps) {
        await manager.update(MembershipEntity, place, { asleep: true });
        return { change: asleep ? 'none' : 'slept', role: former };
      }
      if (role !== 'owner' && (await this.isLastOwner(row))) return { change: 'none', role: former };
      if (role === undefined) {
        await manager.delete(MembershipEntity, place);
        return { change: 'left', role: former };
      }
      await manager.update(MembershipEntity, place, { role, asleep: false });
      return { change: asleep ? 'woke' : role === former ? 'none' : 'changed', role };
    });
  }

  async findAccountBySlug(slug: string): Promise<Account | undefined> {
    const account = await this.database.manager.findOneBy(AccountEntity, { slug });
    return account === null ? undefined : toAccount(account);
  }

  async findAccount(id: string): Promise<Account | undefined> {
    const account = await this.database.manager.findOneBy(AccountEntity, { id });
    return account === null ? undefined : toAccount(account);
  }

  async findSettings(id: string): Promise<AccountSettings | undefined> {
    const account = await this.database.manager.findOneBy(AccountEntity, { id });
    if (account === null) return undefined;
    const { configAccess, requireSecondFactor } = account;
    return { configAccess, requireSecondFactor };
  }

  async changeSettings(id: string, change: AccountChange): Promise<void> {
    await this.database.write((manager) => manager.update(AccountEntity, { id }, change));
  }

  async lockUser(id: string): Promise<void> {
    // On SQLite all writers stand in line anyway, and there is no such lock.
    if (!this.database.isPostgres) return;
    const lock = { mode: 'pessimistic_write' } as const;
    await this.database.manager.findOne(UserEntity, { where: { id }, select: { id: true }, lock });
  }

  async findUser(id: string): Promise<User | undefined> {
    return toUser(await this.database.manager.findOneBy(UserEntity, { id }));
  }

  async listUsers(ids: readonly string[]): Promise<User[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.manager.findBy(UserEntity, { id: In(ids) });
    return rows.flatMap((row) => toUser(row) ?? []);
  }

  async findUserInRealm(email: string, realm: string): Promise<User | undefined> {
    return toUser(await this.database.manager.findOneBy(UserEntity, { email, realm }));
  }

  async listUsersByEmail(email: string): Promise<User[]> {
    const rows = await this.database.manager.find(UserEntity, { where: { email }, order: { id: 'ASC' } });
    return rows.flatMap((row) => toUser(row) ?? []);
  }

  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.manager.find(UserEntity, {
      where: { id: In(ids) },
      select: { id: true, email: true },
    });
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  async listMemberships(userId: string): Promise<Membership[]> {
    return [...((await this.listMembershipsOf([userId])).get(userId) ?? [])];
  }

  async listMembershipsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Membership[]>> {
    if (userIds.length === 0) return new Map();
    const memberships = await this.database.manager.find(MembershipEntity, {
      where: { userId: In(userIds), asleep: false },
      order: { createdAt: 'ASC', accountId: 'ASC' },
    });
    const ids = [...new Set(memberships.map(({ accountId }) => accountId))];
    const accounts = await this.database.manager.findBy(AccountEntity, { id: In(ids) });
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const byUser = new Map<string, Membership[]>();
    for (const { userId, accountId, role, createdAt } of memberships) {
      const account = byId.get(accountId);
      if (account === undefined) continue;
      const own = byUser.get(userId) ?? [];
      byUser.set(userId, own);
      const needsFactor = account.requireSecondFactor;
      own.push({ account: toAccount(account), role, needsFactor, joinedAt: createdAt });
    }
    return byUser;
  }

  async listMembers(search: Parameters<typeof findMemberships>[1]): Promise<Member[]> {
    return this.membersIn(await findMemberships(this.database.manager, search));
  }

  async listMembersAmong(accountId: string, userIds: readonly string[]): Promise<Member[]> {
    const where = { accountId, userId: In(userIds) };
    return this.membersIn(await this.database.manager.findBy(MembershipEntity, where));
  }

  async findMember(accountId: string, userId: string): Promise<Member | undefined> {
    return (await this.listMembersAmong(accountId, [userId]))[0];
  }

  async lockRole(accountId: string, userId: string): Promise<RoleOrigin | undefined> {
    await this.lockOwners(accountId);
    const { manager } = this.database;
    const row = await manager.findOneBy(MembershipEntity, { accountId, userId });
    if (row === null) return undefined;
    const rules = await manager.findBy(RuleRoleEntity, { accountId, userId });
    const byRules = rules.reduce<Role | undefined>(
      (highest, { role }) => higherRole(highest, role),
      undefined,
    );
    return { role: row.role, given: row.givenRole ?? undefined, byRules };
  }

  giveRole(accountId: string, userId: string, role: Role): Promise<boolean> {
    return this.database.write(async (manager) => {
      const place = { accountId, userId };
      await this.lockOwners(accountId);
      const row = await manager.findOneByOrFail(MembershipEntity, place);
      if (role !== 'owner' && (await this.isLastOwner(row))) return false;
      await manager.update(MembershipEntity, place, { role, givenRole: role });
      return true;
    });
  }

  leave(accountId: string, userId: string): Promise<boolean | 'last-owner'> {
    return this.database.write(async (manager) => {
      await this.lockOwners(accountId);
      const membership = await manager.findOneBy(MembershipEntity, { accountId, userId });
      if (membership === null) return false;
      if (await this.isLastOwner(membership)) return 'last-owner';
      await manager.delete(RuleRoleEntity, { accountId, userId });
      await manager.delete(MembershipEntity, { accountId, userId });
      return true;
    });
  }

  async isSlugTaken(slug: string): Promise<boolean> {
    return this.database.manager.existsBy(AccountEntity, { slug });
  }

  async updateUser(id: string, change: Partial<Omit<User, 'id'>>): Promise<void> {
    await this.database.write((manager) => manager.update(UserEntity, { id }, change));
  }

  async openSetup(userId: string, codeDigest: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(UserEntity, { id: userId, passwordHash: IsNull() }, { setupCodeDigest: codeDigest }),
    );
  }

  async findUserInSetup(codeDigest: string): Promise<User | undefined> {
    return toUser(
      await this.database.manager.findOneBy(UserEntity, {
        setupCodeDigest: codeDigest,
        passwordHash: IsNull(),
      }),
    );
  }

  async closeSetup(codeDigest: string, change: Omit<User, 'id'>): Promise<boolean> {
    const result = await this.database.write((manager) =>
      manager.update(
        UserEntity,
        { setupCodeDigest: codeDigest, passwordHash: IsNull() },
        { ...change, setupCodeDigest: null },
      ),
    );
    return result.affected === 1;
  }

  private async membersIn(memberships: readonly MembershipEntity[]): Promise<Member[]> {
    const ids = memberships.map(({ userId }) => userId);
    const users = new Map((await this.listUsers(ids)).map((user) => [user.id, user]));
    return memberships.flatMap(({ userId, role, createdAt }) => {
      const user = users.get(userId);
      if (user === undefined) return [];
      const { id, email, realm, name } = user;
      return [{ user: { id, email, realm, name }, role, joinedAt: createdAt }];
    });
  }

  /** Keeps two owners from taking each other out at the same time. */
  private async lockOwners(accountId: string): Promise<void> {
    await this.database.manager.update(AccountEntity, { id: accountId }, { operator: () => 'operator' });
  }

  countMembers(accountId: string): Promise<number> {
    return this.database.manager.countBy(MembershipEntity, { accountId });
  }

  private async isLastOwner({ accountId, role }: MembershipEntity): Promise<boolean> {
    if (role !== 'owner') return false;
    return (await this.database.manager.countBy(MembershipEntity, { accountId, role })) === 1;
  }
}

function toAccount({ id, slug, name, operator }: AccountEntity): Account {
  return { id, slug, name, operator };
}

function toUser(row: UserEntity | null): User | undefined {
  if (row === null) return undefined;
  const { id, email, realm, name, passwordHash, securedAt } = row;
  return { id, email, realm, name, passwordHash, securedAt };
}
