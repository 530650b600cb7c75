import type { RequirementRows } from './rows.js';

/** Tokens for servers that want OAuth. */
export const credentials: RequirementRows = {
  'docs/connections.md#what-happens-at-expiry': {
    'credential-once':
      'However many calls meet the end of a token, or find it refused, in however many processes: it is renewed once, and none of them fails.',
    'credential-ahead': 'A token is renewed ahead of its end, while calls go on with the old one.',
    'credential-away':
      'While the authorization server is away nothing is forgotten: calls are 503 with Retry-After, and go on by themselves when it is back.',
    'credential-ended':
      'When the grant is over callers get 409 `upstream-auth-required` with our page; the row stays and says why.',
    'credential-refused-anew':
      'A server that refuses a token that was renewed a moment ago is not asked again and again, and its authorization server neither.',
    'credential-odd':
      'What a service says of a token beyond all bounds (its life, its scopes) never costs the token.',
    'credential-step-up':
      'After 403 `insufficient_scope` that call is 409 with all scopes together, others go on; somebody is asked at most twice in an hour.',
    'credential-moved':
      'When a server names another issuer the old tokens are forgotten, and never sent there.',
  },
  'docs/connections.md#who-we-are-there': {
    'odd-authorization':
      'F-07: authorization servers are taken as they are in the field: issuers with or without a slash at the end, null for absent, pages and errors at the first address of discovery, registrations that refuse scopes or refresh tokens, refreshes that need scopes; their descriptions of errors are shown.',
    'credential-client':
      'We are the client of the declaration, else the operator’s for the issuer, else the one that registered, which is one for all accounts; else 422 `upstream-client-needed` says what to register.',
    'credential-issuer':
      'A declared issuer is meant with and without the slash at its end; one that calls itself otherwise is refused, by both names.',
    'credential-client-anew':
      'A registration that the authorization server does not know any more is made anew.',
    'credential-client-mended':
      'While a client that was declared is refused, connections stay; they go on when the declaration or the service is mended.',
    'credential-itself': 'A server with `client_credentials` is used without anybody connecting it.',
    'public-https': 'Our client document is used only where an address is public https by its spelling.',
  },
  'docs/connections.md#where-tokens-go': {
    'credential-hidden': 'No token is in a log, in an answer or in the database in clear.',
    'credential-egress':
      'An authorization server found by discovery is judged as an address of a tenant, unless the operator named it; redirects and huge documents are refused.',
    'credential-address':
      'A token goes to the address that it was granted for: when a config names another one, somebody has to connect that, and the secret of a client must be given for it, too.',
    'credential-resource': 'Metadata of another resource than the server is refused.',
    'credential-left':
      'Somebody who is taken out of an account, and an app that is deleted, leave no connection behind: it is revoked at the server.',
    'credential-limit': 'An account has at most ACCOUNT_CREDENTIALS connections.',
    'credential-resealed':
      'Tokens and registrations are sealed anew at the first start with another SECRET_KEY that knows the earlier one.',
  },
  'docs/connections.md#declare-it': {
    'auth-declared':
      'Faults in `auth` and `oauthClients` are named with their place, in the file and in configs.',
  },
};
