/** The authenticator of a person. Times in milliseconds since the epoch. */
export interface StoredFactor {
  readonly userId: string;
  /** Its secret, sealed. */
  readonly sealed: string;
  readonly createdAt: number;
  /** When a first code of it was right; `null` while it is being set up. */
  readonly confirmedAt: number | null;
  /** The last step of time of which a code was used: none before it is good any more. */
  readonly lastStep: number;
}

/** Keeps second factors. */
export abstract class FactorStore {
  abstract find(userId: string): Promise<StoredFactor | undefined>;
  /** In place of one that is not confirmed; `false` when there is one that is. */
  abstract begin(factor: StoredFactor): Promise<boolean>;
  /** `false` when it was confirmed, replaced or taken away meanwhile. */
  abstract confirm(
    of: Pick<StoredFactor, 'userId' | 'sealed'>,
    at: { readonly confirmedAt: number; readonly lastStep: number },
  ): Promise<boolean>;
  /** Uses the code of a step up; `false` when it or a later one was used. */
  abstract useStep(userId: string, step: number): Promise<boolean>;
  /** Uses a recovery code up; `false` when there is none of these. */
  abstract useRecovery(userId: string, digests: readonly string[]): Promise<boolean>;
  abstract countRecoveryCodes(userId: string): Promise<number>;
  /** In place of those of before; joins the transaction that is open. */
  abstract replaceRecoveryCodes(userId: string, digests: readonly string[]): Promise<void>;
  /** Joins the transaction that is open. */
  abstract removeAuthenticator(userId: string): Promise<void>;
  /** Takes authenticator, passkeys and recovery codes away; joins the transaction that is open. */
  abstract takeAway(userId: string): Promise<void>;
}
