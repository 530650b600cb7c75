/** A link by which somebody sets a new password. Times in milliseconds since the epoch. */
export interface StoredReset {
  readonly userId: string;
  readonly codeDigest: string;
  /** The account in which `createdBy` made it. */
  readonly accountId: string;
  readonly createdBy: string;
  /** Its use takes the second factor away too. */
  readonly factor: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps the links until they are used, replaced, expired or void. */
export abstract class ResetStore {
  /** Keeps it in place of an earlier one for the same person; removes what has expired by then. */
  abstract replace(reset: StoredReset): Promise<void>;
  abstract find(codeDigest: string): Promise<StoredReset | undefined>;
  /** Removes it; `false` when somebody was faster. */
  abstract take(codeDigest: string): Promise<boolean>;
  /** Removes that of a person. */
  abstract removeFor(userId: string): Promise<void>;
  /** Removes those that somebody made in an account. */
  abstract removeBy(userId: string, accountId: string): Promise<void>;
}
