import { InsecureTokenEndpointError, IssuerMismatchError, OAuthError } from '@modelcontextprotocol/client';
import { OAuthFailure } from './oauth-failure.js';
import { shownOAuthError } from './shown-oauth-error.js';

/** RFC 6749 §5.2, and what GitHub and Slack say instead, with the status 200. */
const ofGrant = new Set([
  'invalid_grant',
  ...['bad_refresh_token', 'bad_verification_code'],
  ...['invalid_refresh_token', 'token_revoked', 'token_expired', 'invalid_code', 'code_already_used'],
  // Entra, in the words of OpenID Connect Core §3.1.2.6: the person has to be there.
  ...['interaction_required', 'login_required', 'consent_required', 'account_selection_required'],
]);
const ofClient = new Set([
  ...['invalid_client', 'unauthorized_client'],
  ...['incorrect_client_credentials', 'invalid_client_id', 'bad_client_secret'],
]);
const ofRequest = new Set([
  ...['invalid_request', 'invalid_scope', 'invalid_target', 'access_denied', 'unsupported_grant_type'],
  ...['redirect_uri_mismatch', 'bad_redirect_uri'],
]);

/**
 * What an error of the SDK means. Its texts may hold whole answers, and those our tokens: of an OAuth error the code is kept, and its
 * description without what looks like a token, for people and for the log.
 */
function oauthFailureOf(error: unknown, otherwise: 'away' | 'unusable'): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  if (error instanceof OAuthError) {
    const { code } = error;
    const shown = `answered with the error ${shownOAuthError(code, error.message)}`;
    if (ofGrant.has(code)) return new OAuthFailure('grant', shown);
    if (ofClient.has(code)) return new OAuthFailure('client', shown);
    if (ofRequest.has(code)) return new OAuthFailure('refused', shown);
    return new OAuthFailure('away', shown);
  }
  if (error instanceof IssuerMismatchError)
    return new OAuthFailure('unusable', `is another one than it should be: ${calledItself(error)}`);
  if (error instanceof InsecureTokenEndpointError)
    return new OAuthFailure('unusable', 'wants tokens to be sent without encryption');
  return otherwise === 'unusable'
    ? new OAuthFailure('unusable', 'cannot be used as it describes itself')
    : new OAuthFailure('away', 'gave an answer that is none');
}

function calledItself({ kind, expected, received }: IssuerMismatchError): string {
  const names = [received, expected].map((name) => JSON.stringify((name ?? '').slice(0, 200)));
  return kind === 'metadata' ? `it calls itself ${names.join(', not ')}` : 'the issuer does not match';
}

/** Runs what speaks to an authorization server; other errors than its own are of `otherwise`. */
export async function attempt<T>(
  work: () => Promise<T>,
  otherwise: 'away' | 'unusable' = 'away',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw oauthFailureOf(error, otherwise);
  }
}
