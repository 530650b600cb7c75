/** With what of it somebody proved to be who they are. */
export type UsedFactor = 'totp' | 'recovery';

/** What an authenticator is set up with. */
export interface NewFactor {
  readonly secret: string;
  readonly uri: string;
}

/** The second factor that somebody has. */
export interface HeldFactor {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly recoveryCodesLeft: number;
}
