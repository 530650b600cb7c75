/** Somebody who was sent to an issuer. Times in milliseconds since the epoch. */
export interface SignInAttempt {
  readonly stateDigest: string;
  readonly provider: string;
  /** The path to go on to. */
  readonly next: string;
  /** Of the invitation that is accepted so. */
  readonly invitationDigest: string | null;
  readonly expiresAt: number;
}

/** Keeps sign-ins that are under way. */
export abstract class AttemptStore {
  /** Inserts, and removes what has expired by `now`. */
  abstract insert(attempt: SignInAttempt, now: number): Promise<void>;
  /** Removes it; `undefined` when it is not there (any more). */
  abstract take(stateDigest: string): Promise<SignInAttempt | undefined>;
}
