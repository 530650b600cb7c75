/** A call as it is kept: what it is found by, and all else as JSON. */
export interface CallRow {
  /** Ids of one process sort by age. */
  readonly id: string;
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly requestId: string;
  readonly userId: string | null;
  readonly data: string;
  readonly content: string | null;
}

/** A place in the calls of an account: those before it are older. */
export type CallPosition = Pick<CallRow, 'at' | 'id'>;

/** Keeps calls. */
export abstract class CallStore {
  abstract append(rows: readonly CallRow[]): Promise<void>;
  /** The newest of this request id in the account, not from before `since`. */
  abstract find(accountId: string, requestId: string, since: number): Promise<CallRow | undefined>;
  /** Newest first, without contents: begun between `since` and `until`, behind `before`. */
  abstract list(
    accountId: string,
    since: number,
    until: number,
    limit: number,
    before: CallPosition | undefined,
  ): Promise<CallRow[]>;
  /** Removes calls of a person, at most about `limit`, and says whether there may be more. */
  abstract removeOf(accountId: string, userIds: readonly string[], limit: number): Promise<boolean>;
  /** Removes calls from before `before`, at most `limit`, and says how many it was. */
  abstract removeBefore(before: number, limit: number): Promise<number>;
  /** Nothing of what was removed is left in the file. */
  abstract forget(): Promise<void>;
}
