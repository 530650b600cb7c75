/** How much of the quota of a key is used in the present window. */
export interface LimitState {
  /** May be above the quota. */
  readonly used: number;
  /** Until the window ends and the count begins anew. */
  readonly msLeft: number;
}

/** Counts per key over a fixed window. */
export interface Limiter {
  /** Counts one; the state with it, which is above the quota when the request must be refused. */
  consume(key: string): LimitState | Promise<LimitState>;
  /** Counts nothing. */
  peek(key: string): LimitState | undefined | Promise<LimitState | undefined>;
  giveBack(key: string): void | Promise<void>;
}
