import { deviceCodeGrantType } from './grant-types.js';

/** The error codes of RFC 6749 §4.1.2.1 and §5.2, RFC 8628 §3.5 and RFC 8707 §2 that we answer with, and what we say about each. */
export const oauthErrors = {
  authorization_pending: 'Nobody has decided yet. Poll again after the interval.',
  slow_down: 'Poll less often: the interval has grown to the one in this answer.',
  access_denied: 'The login was denied.',
  expired_token: 'The time to approve the login is over. Start a new one.',
  invalid_grant: 'The device code is unknown, was used already, or belongs to another client.',
  invalid_request: 'The request is not valid.',
  invalid_client: 'The client_id must have 1 to 100 letters, digits or characters of ._:/@+-',
  invalid_scope: 'A scope is unknown.',
  invalid_target: 'The resource is none of this gateway, or not the one that was granted.',
  unsupported_grant_type: `The grant_type must be ${deviceCodeGrantType}.`,
  unsupported_response_type: 'The response_type must be code.',
  login_required: 'Nobody is signed in, and prompt=none allows no question.',
  consent_required: 'Somebody must agree, and prompt=none allows no question.',
  temporarily_unavailable: 'The gateway cannot answer now. Try again.',
  server_error: 'Something went wrong inside the gateway.',
} as const;

export type OAuthErrorCode = keyof typeof oauthErrors;
