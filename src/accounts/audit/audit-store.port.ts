/** Something that happened, for the owners of an account. `details` holds no secrets. */
export interface AuditEvent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly accountId: string;
  /** `noun.verb`, such as `token.revoked`. */
  readonly action: string;
  /** Who did it, as far as known. */
  readonly userId: string | null;
  readonly tokenId: string | null;
  /** What it was done to: an id or a name. */
  readonly target: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Which events are meant. */
export interface AuditFilter {
  readonly accountId: string;
  readonly action?: string;
}

/** Keeps events: they are never changed, and removed only when they are old. */
export abstract class AuditStore {
  abstract append(event: AuditEvent): Promise<void>;
  /**
   * Removes what is from before `before` (milliseconds since the epoch) among the `limit` oldest events, and says how many it was; with
   * `isSent` among those that the sink has taken.
   */
  abstract removeOldest(before: number, limit: number, isSent: boolean): Promise<number>;
  /** Bytes of the account's events that are in the database. */
  abstract measure(accountId: string): Promise<number>;
  /**
   * Removes some of the account's events from before `before`, the oldest of the action that takes up most; with `isSent` among those that the
   * sink has taken. Resolves to their bytes.
   */
  abstract removeOldestOf(accountId: string, before: number, isSent: boolean): Promise<number>;
  /** Newest first, older than the id `before`; of one action, or all. */
  abstract list(of: AuditFilter, limit: number, before?: string): Promise<AuditEvent[]>;
}
