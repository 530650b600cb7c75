/** A result that is kept for a while. Times in milliseconds since the epoch. */
export interface KeptResult {
  /** `res_…` */
  readonly id: string;
  readonly accountId: string;
  /** Its text, for nobody but whoever made the call. */
  readonly sealed: string;
  /** Of the sealed text. */
  readonly bytes: number;
  readonly expiresAt: number;
}

/** How many results an account has, or may have, and how many bytes they take up. */
export interface ResultSum {
  readonly count: number;
  readonly bytes: number;
}

/** Keeps results; on Postgres for all processes. */
export abstract class KeptResultStore {
  /** Whether there was room for it within `most`. */
  abstract add(result: KeptResult, most: ResultSum, now: number): Promise<boolean>;
  /** One that has not expired. */
  abstract find(id: string, now: number): Promise<KeptResult | undefined>;
  abstract sumOf(accountId: string, now: number): Promise<ResultSum>;
  /** Removes so many at most; how many it were. */
  abstract removeExpired(now: number, most: number): Promise<number>;
}
