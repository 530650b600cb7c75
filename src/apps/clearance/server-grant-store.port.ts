import type { ServerGrant } from './server-grant.js';

/** A grant as it is kept: the app by its id. */
export interface StoredGrant {
  /** Of its content. */
  readonly digest: string;
  readonly grant: ServerGrant;
}

/** A grant as it is read. */
export interface GrantRow {
  /** Grows along the list. */
  readonly place: number;
  readonly digest: string;
  /** Id of the person whom it names. */
  readonly member: string | null;
  /** Of the app that it names. */
  readonly app: string | null;
  /** JSON. */
  readonly content: string;
}

/** A list as it was at a revision. */
export interface GrantRows {
  readonly revision: number;
  readonly rows: readonly GrantRow[];
}

/** What grants are looked for by: text in lower case that stands in their JSON, people and apps that they name. */
export interface GrantSubjects {
  readonly text: string;
  readonly members: readonly string[];
  readonly apps: readonly string[];
}

/** What is to be changed of the grants of an account. */
export interface ServerGrantChange {
  readonly added: readonly StoredGrant[];
  readonly removed: readonly StoredGrant[];
}

/** Keeps the grants of accounts. */
export abstract class ServerGrantStore {
  /** Counts the changes of each list; 0 where there never was one. */
  abstract revisionOf(accountId: string): Promise<number>;
  abstract revisionsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** All of them, in the order in which they were added. */
  abstract read(accountId: string): Promise<GrantRows>;
  /** The same, so many behind a place. */
  abstract list(accountId: string, behind: number, limit: number): Promise<readonly GrantRow[]>;
  /** Those behind a place, up to another; all of them, or what may be about something. */
  abstract listBetween(
    accountId: string,
    behind: number,
    upTo: number,
    about?: GrantSubjects,
  ): Promise<readonly GrantRow[]>;
  /** Where the last of them stands; 0 where there are none. */
  abstract lastPlaceOf(accountId: string): Promise<number>;
  /** Whether any of them names people. */
  abstract narrowsPeople(accountId: string): Promise<boolean>;
  /** Those of `digests` that there are. */
  abstract present(accountId: string, digests: readonly string[]): Promise<ReadonlySet<string>>;
  /** Nobody else changes them until the transaction that is open ends; the revision before, and from now on one more. */
  abstract advance(accountId: string): Promise<number>;
  /** Joins the transaction that is open. */
  abstract apply(accountId: string, change: ServerGrantChange): Promise<void>;
  /** Those of `userIds` that are in the account. */
  abstract membersAmong(accountId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The apps of the account: their slugs by id. */
  abstract slugsOf(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** Who has signed in at an issuer since then, in milliseconds since the epoch. */
  abstract signedInSince(at: number): Promise<readonly string[]>;
}
