import type { Tally, UsageSums } from './tally.js';

/** What calls are told apart by. */
export const usageDimensions = ['server', 'tool', 'app', 'user', 'client', 'day'] as const;
export type UsageDimension = (typeof usageDimensions)[number];

/** Whose calls of which time are meant. */
export interface UsageRange {
  readonly accountId: string;
  /** Milliseconds since the epoch, whole hours; `to` is not in it. */
  readonly from: number;
  readonly to: number;
  /** Only those of this person. */
  readonly userId?: string | undefined;
  /** Only those that keys of this app asked. */
  readonly keysOf?: string | undefined;
}

export interface UsageRow extends UsageSums {
  /** `''`: of none. */
  readonly key: string;
}

/** Keeps what was used, by the hour. */
export abstract class UsageStore {
  /** Adds to what is there. Clients beyond `maxClients` of an account and hour become `other`. */
  abstract add(tallies: readonly Tally[], maxClients: number): Promise<void>;
  /** The process has written all that it counted until `at`. */
  abstract mark(process: string, at: number): Promise<void>;
  abstract unmark(process: string): Promise<void>;
  /** The earliest mark of those that are not older than `since`, which forgets the others. */
  abstract earliestMark(since: number): Promise<number | undefined>;
  abstract sum(range: UsageRange, by: UsageDimension): Promise<UsageRow[]>;
  /** Bytes of the account that are in the database. */
  abstract measure(accountId: string): Promise<number>;
  /** Removes some of the oldest hours of the account, and resolves to their bytes. */
  abstract removeOldest(accountId: string): Promise<number>;
  /** Removes hours from before `before`, at most `limit` rows, and says how many it was. */
  abstract removeBefore(before: number, limit: number): Promise<number>;
}
