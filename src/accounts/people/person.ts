import type { Role } from '../../kernel/principal.js';

/** Who can change configs and secrets: all members of the account, or its owners and admins. */
export const configAccesses = ['members', 'admins'] as const;
export type ConfigAccess = (typeof configAccesses)[number];

export interface Account {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly operator: boolean;
}

/** What an owner decides for the account. */
export interface AccountSettings {
  readonly configAccess: ConfigAccess;
  /** Whether browsers are let in with a second factor only, or from an issuer. */
  readonly requireSecondFactor: boolean;
}

/** Members of a new account read configs. If they could change them, they could remove the rules that apply to them. */
export const settingsOfNewAccounts: AccountSettings = { configAccess: 'admins', requireSecondFactor: false };

/** What of it is to be otherwise. */
export type AccountChange = { readonly [Name in keyof AccountSettings]?: AccountSettings[Name] | undefined };

export interface User {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  /** The account that alone says whose the address is, or `everywhere` when it is verified. */
  readonly realm: string;
  readonly name: string;
  readonly passwordHash: string | null;
  /** When the password last changed, in milliseconds since the epoch; `null` when it never did. */
  readonly securedAt: number | null;
}

/** A user's place in an account. */
export interface Membership {
  readonly account: Account;
  readonly role: Role;
  /** Whether the account lets browsers in with a second factor only. */
  readonly needsFactor: boolean;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number;
}

/** Whether a place lets a person run this gateway: that of an owner of the operator's account. */
export function runsGateway({ role, account }: Pick<Membership, 'role'> & OfOperator): boolean {
  return account.operator && role === 'owner';
}

interface OfOperator {
  readonly account: Pick<Account, 'operator'>;
}

/** The place that somebody with these memberships has in an account. */
export function membershipIn(memberships: readonly Membership[], accountId: string): Membership | undefined {
  return memberships.find(({ account }) => account.id === accountId);
}

/** What rules of issuers give somebody in an account: the highest role of those that are awake, and whether others sleep. */
export interface RuleStanding {
  readonly role: Role | undefined;
  readonly sleeps: boolean;
}

/** What became of a place, and the role that holds or held. */
export interface RuleOutcome {
  readonly change: 'none' | 'joined' | 'changed' | 'slept' | 'woke' | 'left';
  readonly role: Role | undefined;
}

const ranks: readonly Role[] = ['member', 'admin', 'owner'];

/** The higher of two roles. */
export function higherRole(one: Role | undefined, other: Role | undefined): Role | undefined {
  return ranks.findLast((role) => role === one || role === other);
}

/** Where a role in an account comes from. */
export interface RoleOrigin {
  readonly role: Role;
  /** What an invitation, the first start or an owner gave; `undefined`: rules of issuers alone give the place. */
  readonly given: Role | undefined;
  /** The highest that rules of issuers give, also those that sleep. */
  readonly byRules: Role | undefined;
}

/** Somebody in an account. */
export interface Member {
  readonly user: Pick<User, 'id' | 'email' | 'realm' | 'name'>;
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number;
}

/** The realm of users whose address is verified: one user has it, in all accounts. */
export const everywhere = '';

/** Whether the address is known to be that of the user, and not only claimed by whoever accepted an invitation. */
export function isVerified({ realm }: Pick<User, 'realm'>): boolean {
  return realm === everywhere;
}

/** The address as pages show it. */
export function shownAddress(user: Pick<User, 'email' | 'realm'>): string {
  return isVerified(user) ? user.email : `${user.email}, not verified`;
}

/** The form in which e-mail addresses are kept and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** What somebody says of themselves when they first come. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Who of an account is looked for; all where nothing is said. */
export interface MemberSearch {
  readonly accountId: string;
  /** Id of the person behind whom the list goes on. */
  readonly after?: string | undefined;
  /** Words that stand in a name or an address, or an id. */
  readonly q?: string | undefined;
  readonly limit: number;
}
