/** From where and how somebody signed in. */
export interface SignInPlace {
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Id of the provider at which it was begun; `null` with a password or a passkey of ours. */
  readonly provider: string | null;
  /** Whether a second factor was shown. */
  readonly secondFactor: boolean;
  /** Which: `totp`, `recovery`, or the id of a passkey. */
  readonly factor: string | null;
}

/** A signed-in browser. Times in milliseconds since the epoch. */
export interface Session extends SignInPlace {
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
  /** Those of a person that live at `now`, the newest `limit` first. */
  abstract listOf(userId: string, now: number, limit: number): Promise<Session[]>;
  abstract has(id: string): Promise<boolean>;
  abstract remove(of: { readonly secretDigest: string } | { readonly id: string }): Promise<void>;
  /** Removes one of a person; `false` when there is none. */
  abstract removeOne(userId: string, id: string): Promise<boolean>;
  /** All but the session `except`. */
  abstract removeOf(userId: string, except?: string): Promise<void>;
  /** Those of a person that were begun at a provider. */
  abstract removeAtProvider(userId: string, provider: string): Promise<void>;
  /** Those of a person in which this factor was shown, or any at all where none is named, but the session `except`. */
  abstract removeShown(userId: string, factor: string | undefined, except: string): Promise<void>;
  /** Which factor was shown in a browser of a person; `null`: none that there still is. */
  abstract setFactor(
    of: { readonly userId: string; readonly id: string },
    factor: string | null,
  ): Promise<void>;
  /** Tells other processes that somebody's place in an account has ended. Joins the transaction that is open. */
  abstract tellDeparture(userId: string): Promise<void>;
}
