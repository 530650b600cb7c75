import type { UserPrincipal } from '../../kernel/principal.js';

/** Knows whose browser it is, by the secret of its cookie. Answers at once (no promise) for those it has seen lately. */
export abstract class SessionVerifier {
  /**
   * The person, in the account that is named by slug or id or else in the oldest of theirs; `undefined` for a browser that is not signed in,
   * or whose person is not in that account. Before the database is asked, `admit` must let the caller pass.
   */
  abstract verify(
    secret: string,
    account: string | undefined,
    admit: () => Promise<void>,
  ): UserPrincipal | undefined | Promise<UserPrincipal | undefined>;
}
