/** Why an authorization server did not give what it was asked for. What follows from it is in `kind`, never in a text. */
export type OAuthFailureKind =
  /** It is away, slow, overloaded, or answers what is no answer: nothing is known of the credential. */
  | 'away'
  /** It, or the metadata of the server, cannot be used as it is: another issuer than it says, no PKCE, a redirect. */
  | 'unusable'
  /** The egress policy forbids its address. */
  | 'denied'
  /** The code or the refresh token is not good (any more). */
  | 'grant'
  /** It does not know the client, or not by this secret. */
  | 'client'
  /** It registers nobody, or not us. */
  | 'registration'
  /** It refused for another reason: scopes, resource, the person. */
  | 'refused';

export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';

  /** `message` completes "the authorization server …", and is shown. */
  constructor(
    readonly kind: OAuthFailureKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
