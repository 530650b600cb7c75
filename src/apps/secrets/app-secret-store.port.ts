import type { SecretOrigin, StoredSecret } from '../document/app.js';

/** What is told of a secret: never its value. Times in milliseconds since the epoch. */
export interface SecretSummary {
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The same with the origins that it may go to. */
export interface SecretView extends SecretSummary {
  readonly origins: readonly SecretOrigin[];
}

export interface SealedSecret {
  readonly appId: string;
  readonly name: string;
  readonly sealed: string;
}

/** Keeps the sealed secrets of apps. A change counts as one of the app. */
export abstract class AppSecretStore {
  /** By name. */
  abstract list(appId: string): Promise<SecretSummary[]>;
  abstract put(
    appId: string,
    name: string,
    secret: Omit<StoredSecret, 'origins'>,
    at: number,
  ): Promise<SecretSummary>;
  /** Secrets that were not sealed with this key. */
  abstract listOfOtherKeys(keyId: string): Promise<readonly SealedSecret[]>;
  /** Keeps the same value sealed anew, unless it was changed meanwhile. Nothing of the app changes. */
  abstract reseal(before: SealedSecret, sealed: string): Promise<void>;
  /** Something about a secret changes that is kept elsewhere; others wait for the end of the transaction. */
  abstract touch(appId: string): Promise<void>;
  /** `false` when there is none. */
  abstract remove(appId: string, name: string): Promise<boolean>;
}
