/**
 * How the gateway gets in at a server that wants OAuth: with what somebody granted it in a browser, or with a client of its own
 * (RFC 6749 §4.4).
 */
export type ServerAuth = GrantedAuth | ClientCredentialsAuth;

interface SentResource {
  /** The `resource` of RFC 8707: `false` sends none (Entra), a text that one; else what the metadata of the server says, letter by letter. */
  readonly resource?: false | string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** Somebody connects it at `/connect/{server}`. */
export interface GrantedAuth extends SentResource {
  readonly type: 'oauth';
  /** Whose the connection is: of each person their own, of the account, or (published servers only) one of the operator for all accounts. */
  readonly for: 'user' | 'account' | 'operator';
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The authorization server, where the server does not tell, and whatever it tells. */
  readonly issuer?: string | undefined;
  /** The document of the authorization server may name another issuer than the address that it is found by (Slack). */
  readonly skipIssuerCheck?: boolean | undefined;
  /** Further parameters of the authorization request, such as Google's `access_type`. */
  readonly authorizeParams?: Readonly<Record<string, string>> | undefined;
}

/** Nobody has to connect it. */
export interface ClientCredentialsAuth extends SentResource {
  readonly type: 'client_credentials';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
