/** A browser that was sent to an authorization server and is to come back. Times in milliseconds since the epoch. */
export interface PendingAuthorization {
  /** Digest of `state`. */
  readonly id: string;
  readonly userId: string;
  /** Of the browser session that it began in. */
  readonly sessionDigest: string;
  readonly sealed: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps browsers that are on their way. */
export abstract class AuthorizationStore {
  /** Of those of the user beyond `max` the oldest make room. */
  abstract insert(authorization: PendingAuthorization, max: number): Promise<void>;
  abstract find(ids: readonly string[]): Promise<PendingAuthorization | undefined>;
  /** Whether it was there: who took it is the only one. */
  abstract take(id: string): Promise<boolean>;
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
