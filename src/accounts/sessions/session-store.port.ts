/** A signed-in browser. Times in milliseconds since the epoch. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** Of the cookie's value. */
  readonly secretDigest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps browser sessions. What is removed is dead in other processes within seconds. */
export abstract class SessionStore {
  /** Inserts, and removes what has expired by then. */
  abstract insert(session: Session): Promise<void>;
  abstract find(secretDigest: string): Promise<Session | undefined>;
  abstract listByIds(ids: readonly string[]): Promise<Session[]>;
  abstract has(id: string): Promise<boolean>;
  abstract remove(of: { readonly secretDigest: string } | { readonly id: string }): Promise<void>;
  abstract removeOf(userId: string): Promise<void>;
  /** Tells other processes that somebody's place in an account has ended. Joins the transaction that is open. */
  abstract tellDeparture(userId: string): Promise<void>;
}
