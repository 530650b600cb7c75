/**
 * What is known of a request that came with an `Idempotency-Key`: it is being carried out, its answer is there, or nobody knows what came
 * of it because the process that carried it out is gone.
 */
export type IdempotencyState = 'running' | 'done' | 'unknown';

/** One request that is carried out at most once. Times in milliseconds since the epoch. */
export interface IdempotencyRecord {
  /** Digest of key, caller and route. */
  readonly id: string;
  /** Of the request's content. */
  readonly digest: string;
  readonly state: IdempotencyState;
  /** Sealed. */
  readonly answer: string | null;
  /** Until when the process that carries it out is believed to be alive. */
  readonly leaseUntil: number;
  readonly expiresAt: number;
  /** Nobody's when it was made before answers were counted. */
  readonly accountId: string | null;
}

/** What an account has in records that have not expired. */
export interface KeptSum {
  count: number;
  /** Of the answers. */
  bytes: number;
}

/** Keeps records; on Postgres for all processes. */
export abstract class IdempotencyStore {
  /** Inserts a running record unless there is one that has not expired, which is then the result. */
  abstract begin(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord | undefined>;
  /** One that has not expired. */
  abstract find(id: string, now: number): Promise<IdempotencyRecord | undefined>;
  abstract finish(id: string, state: 'done' | 'unknown', answer: string | null): Promise<void>;
  abstract sumOf(accountId: string, now: number): Promise<KeptSum>;
  /** The request had no effect: as if it had not been made. */
  abstract forget(id: string): Promise<void>;
  abstract renew(ids: readonly string[], leaseUntil: number): Promise<void>;
  /** Marks what dead processes left behind; where only one process can be, all that runs. */
  abstract abandon(now: number): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}
