/** What a server said when it refused a token (RFC 6750 §3). */
export interface TokenRefusal {
  /** 401: the token is not good; 403: it is, for less. */
  readonly status: 401 | 403;
  /** Those that it wants, when it says `insufficient_scope`. */
  readonly scopes: readonly string[];
}

/** The Bearer token of a link. Both throw what the caller is told when there is none. */
export interface LinkToken {
  /** The one to send now: at once when it is at hand. */
  current(): string | Promise<string>;
  /** Another one, in place of one that was refused. */
  renew(refused: string, refusal: TokenRefusal): Promise<string>;
}
