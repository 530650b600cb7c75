/** A signed-in browser. Times in milliseconds since the epoch. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** Of the cookie's value. */
  readonly secretDigest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps browser sessions. */
export abstract class SessionStore {
  /** Inserts, and removes what has expired by then. */
  abstract insert(session: Session): Promise<void>;
  abstract find(secretDigest: string): Promise<Session | undefined>;
  abstract has(id: string): Promise<boolean>;
  abstract remove(secretDigest: string): Promise<void>;
  abstract removeOf(userId: string): Promise<void>;
}
