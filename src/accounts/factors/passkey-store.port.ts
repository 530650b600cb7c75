/** A passkey of a person. Times in milliseconds since the epoch. */
export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  /** What its authenticator calls it, in base64url. */
  readonly credentialId: string;
  /** As COSE has it, in base64url. */
  readonly publicKey: string;
  /** How often it was used, as its authenticator says; 0 from one that does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Keeps passkeys, and the challenges that are open. */
export abstract class PasskeyStore {
  /** `false` when the credential is known already, whosever it is. */
  abstract insert(passkey: StoredPasskey): Promise<boolean>;
  abstract find(credentialId: string): Promise<StoredPasskey | undefined>;
  /** The oldest first. */
  abstract listOf(userId: string): Promise<StoredPasskey[]>;
  /** Writes a use down; `false` when the counter is not above that of the last one, or the passkey is gone. */
  abstract use(id: string, counter: number, at: number): Promise<boolean>;
  /** `false` when the person has no such passkey. */
  abstract remove(userId: string, id: string): Promise<boolean>;
  /** Keeps a challenge, and removes those that have expired by `now`. */
  abstract openChallenge(digest: string, expiresAt: number, now: number): Promise<void>;
  /** Removes one of these; `false` when there is none that is open at `now`. */
  abstract closeChallenge(digests: readonly string[], now: number): Promise<boolean>;
}
