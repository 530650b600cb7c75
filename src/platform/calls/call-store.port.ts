/** What is kept of a call: its outline, which many share, and what is its own. */
interface Call {
  readonly accountId: string;
  /** When it began: milliseconds since the epoch. */
  readonly at: number;
  readonly requestId: string;
  /** Milliseconds; whose they are is the outline's matter. */
  readonly times: readonly number[];
}

/** A call on its way into the log, outline and content as JSON. */
export interface PrintedCall extends Call {
  readonly outline: string;
  readonly content: string | null;
}

/** Calls of an account that were written together: a row for each would cost more than the calls. */
export interface CallBlock {
  readonly id: string;
  readonly accountId: string;
  /** When the oldest of them began, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Marks of their request ids, one behind the other. */
  readonly marks: string;
  /** JSON: `{outlines, calls}`; of each call, oldest first: place of its outline, when it began after `firstAt`, request id, times. */
  readonly data: string;
  /** JSON: the content of each call or null; null when there is none. */
  readonly contents: string | null;
  /** About what the block takes up in the database. */
  readonly bytes: number;
}

/** A call in the log; `content` only where one is asked for. */
export interface KeptCall extends Call, CallPosition {
  readonly outline: unknown;
  readonly content: unknown;
}

/** A place in the calls of an account: those before it are older. */
export interface CallPosition {
  /** Tells those apart that began at once. */
  readonly id: string;
  readonly at: number;
}

/** Keeps calls. */
export abstract class CallStore {
  /** A block that is there by now stays as it is. */
  abstract append(blocks: readonly CallBlock[]): Promise<void>;
  /** A newest one of this request id in the account, not from before `since`. */
  abstract find(accountId: string, requestId: string, since: number): Promise<KeptCall | undefined>;
  /** Newest first, without contents: begun between `since` and `until`, behind `before`; fewer than `limit` are the last. */
  abstract list(
    accountId: string,
    since: number,
    until: number,
    limit: number,
    before: CallPosition | undefined,
  ): Promise<KeptCall[]>;
  /** Removes the calls of people that there are when it begins. Throws the reason of `signal` once that fires, and leaves the rest. */
  abstract removeOf(accountId: string, userIds: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Bytes of the account that are in the database. */
  abstract measure(accountId: string): Promise<number>;
  /** Removes some of the oldest blocks of the account, about `bytes` at most, and resolves to their bytes. */
  abstract removeOldest(accountId: string, bytes: number): Promise<number>;
  /** Removes some of what is from before `before`, and says whether there may be more. */
  abstract removeBefore(before: number): Promise<boolean>;
  /** Nothing of what was removed is left in the file. */
  abstract forget(): Promise<void>;
}
