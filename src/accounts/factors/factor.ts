import type { StoredPasskey } from './passkey-store.port.js';

/** With what of it somebody proved to be who they are. */
export type UsedFactor = 'totp' | 'recovery' | 'passkey';

/** What an authenticator is set up with. */
export interface NewFactor {
  readonly secret: string;
  readonly uri: string;
}

/** The second factors that somebody has, of which there is one at least. */
export interface HeldFactors {
  /** When the authenticator was turned on, in milliseconds since the epoch; `undefined` without one. */
  readonly authenticatorSince: number | undefined;
  /** The oldest first. */
  readonly passkeys: readonly StoredPasskey[];
  /** Each stands in for any of them once. */
  readonly recoveryCodesLeft: number;
}
