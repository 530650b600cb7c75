import type { ServerGrant } from './server-grant.js';

/** A grant as it is kept. */
export interface StoredGrant {
  /** Of its content. */
  readonly digest: string;
  readonly grant: ServerGrant;
}

/** What is to be changed of the grants of an account. */
export interface ServerGrantChange {
  readonly added: readonly StoredGrant[];
  /** Digests. */
  readonly removed: readonly string[];
}

/** Keeps the grants of accounts. */
export abstract class ServerGrantStore {
  /** Counts the changes of each list; 0 where there never was one. */
  abstract revisionOf(accountId: string): Promise<number>;
  abstract revisionsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** In the order in which they were added, in portions. */
  abstract each(accountId: string): AsyncGenerator<readonly StoredGrant[]>;
  /** Nobody else changes them until the transaction that is open ends; the revision before, and from now on one more. */
  abstract advance(accountId: string): Promise<number>;
  /** Joins the transaction that is open. */
  abstract apply(accountId: string, change: ServerGrantChange): Promise<void>;
  /** How many there are, and how many characters they take. */
  abstract sumOf(accountId: string): Promise<{ readonly count: number; readonly length: number }>;
  /** Those of `userIds` that are in the account. */
  abstract membersAmong(accountId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The apps of the account: their slugs by id. */
  abstract slugsOf(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** What was said of somebody at the last sign-in at an issuer. */
  abstract lastClaimsOf(userId: string): Promise<SignInClaims | undefined>;
  /** Who has signed in at an issuer since then, in milliseconds since the epoch. */
  abstract signedInSince(at: number): Promise<readonly string[]>;
}

export interface SignInClaims {
  readonly issuer: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
