/** What one process has counted for a key since it last told. */
export interface Count {
  /** Digest: what is limited may be an address or what somebody typed. */
  readonly key: string;
  readonly points: number;
  /** Milliseconds; a count after the end of the old window begins a new one. */
  readonly windowMs: number;
}

/** The sum over all processes. */
export interface CountTotal {
  readonly key: string;
  readonly points: number;
  readonly msLeft: number;
}

/** Counters that all processes on a database share. */
export abstract class RateCounterStore {
  /** Adds all counts in one statement, each key once; the totals with them in. */
  abstract add(counts: readonly Count[]): Promise<readonly CountTotal[]>;
  abstract find(key: string): Promise<CountTotal | undefined>;
  abstract removeExpired(): Promise<void>;
}
