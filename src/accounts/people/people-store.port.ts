import type { Role } from '../../kernel/principal.js';
import type {
  Account,
  AccountChange,
  AccountSettings,
  Member,
  MemberSearch,
  Membership,
  RoleOrigin,
  RuleOutcome,
  RuleStanding,
  User,
} from './person.js';

/** Keeps accounts, users and who belongs where. */
export abstract class PeopleStore {
  abstract findOperator(): Promise<{ readonly account: Account; readonly user: User } | undefined>;
  /** Whether there is an account beside the operator's. */
  abstract hasTenants(): Promise<boolean>;
  /** Slugs are unique, and e-mail addresses in their realm: rejects when one is taken. */
  abstract insertAccount(account: Account, at: number): Promise<void>;
  abstract insertUser(user: User, at: number): Promise<void>;
  /** Adds the user to the account; one who was given a place before keeps it, and of two roles the higher counts. */
  abstract join(accountId: string, userId: string, role: Role, at: number): Promise<void>;
  abstract findAccount(id: string): Promise<Account | undefined>;
  abstract findAccountBySlug(slug: string): Promise<Account | undefined>;
  /** `undefined` when the account is gone. */
  abstract findSettings(accountId: string): Promise<AccountSettings | undefined>;
  abstract changeSettings(accountId: string, change: AccountChange): Promise<void>;
  /** Others who lock or change the user wait until the transaction that is open ends. */
  abstract lockUser(id: string): Promise<void>;
  abstract findUser(id: string): Promise<User | undefined>;
  /** Those of `ids` that exist. */
  abstract listUsers(ids: readonly string[]): Promise<User[]>;
  abstract findUserInRealm(email: string, realm: string): Promise<User | undefined>;
  /** All who have the address, each in a realm of their own; oldest first. */
  abstract listUsersByEmail(email: string): Promise<User[]>;
  /** Of those of `ids` that exist. */
  abstract emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Takes over what the rules of issuers give somebody in an account, beside what an invitation gave. The last owner stays one. */
  abstract settleRules(accountId: string, userId: string, of: RuleStanding, at: number): Promise<RuleOutcome>;
  /** Oldest first; without those that sleep. */
  abstract listMemberships(userId: string): Promise<Membership[]>;
  /** Of several users, by their ids; each oldest first. */
  abstract listMembershipsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Membership[]>>;
  /** Of an account, by user id. */
  abstract listMembers(search: MemberSearch): Promise<Member[]>;
  /** Those of `userIds` that are in an account. */
  abstract listMembersAmong(accountId: string, userIds: readonly string[]): Promise<Member[]>;
  abstract countMembers(accountId: string): Promise<number>;
  abstract findMember(accountId: string, userId: string): Promise<Member | undefined>;
  /** Whoever would change it, or the owners of the account, waits until the transaction that is open ends; `undefined` for somebody who is not in it. */
  abstract lockRole(accountId: string, userId: string): Promise<RoleOrigin | undefined>;
  /** Gives somebody who is in the account another role; `false` when it would be left without an owner. */
  abstract giveRole(accountId: string, userId: string, role: Role): Promise<boolean>;
  /** Takes a user out of an account that keeps an owner; `'last-owner'` when it would not, `false` for somebody who is not in it. */
  abstract leave(accountId: string, userId: string): Promise<boolean | 'last-owner'>;
  abstract isSlugTaken(slug: string): Promise<boolean>;
  abstract updateUser(id: string, change: Partial<Omit<User, 'id'>>): Promise<void>;
  /** Keeps the code of the setup link of a user without a password, instead of an earlier one. */
  abstract openSetup(userId: string, codeDigest: string): Promise<void>;
  abstract findUserInSetup(codeDigest: string): Promise<User | undefined>;
  /** Sets the user up; `false` when the code is not (or no longer) good. */
  abstract closeSetup(codeDigest: string, change: Omit<User, 'id'>): Promise<boolean>;
}
