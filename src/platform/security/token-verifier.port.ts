import type { Principal } from '../../kernel/principal.js';

/** Knows whose token it is. Answers at once (no promise) for tokens it has seen lately: the hot path reads no database. */
export abstract class TokenVerifier {
  /**
   * The principal, or `undefined` for a token that is unknown, expired or revoked. Before the database is asked, `admit` must let the
   * caller pass: it rejects those who have shown too many wrong tokens.
   */
  abstract verify(
    token: string,
    admit?: () => Promise<void>,
  ): Principal | undefined | Promise<Principal | undefined>;

  /** What ended a token that `verify` does not take, for who shows it; `undefined` when it never was one, or what is known of it is no concern of theirs. */
  abstract findEnd(token: string): Promise<'expired' | 'revoked' | 'asleep' | undefined>;
}
