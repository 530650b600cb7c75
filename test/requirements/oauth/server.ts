import type { RequirementRows } from '../rows.js';

/** The authorization server for programs: consent, codes, tokens, grants. */
export const oauthServer: RequirementRows = {
  'RFC 6749 §4.1': {
    'oauth-authorize-page':
      'A request whose client or return address is wrong is answered by a page of our own, 4xx, and leads nowhere.',
    'oauth-authorize-errors':
      'Any other fault goes back to a program that someone has authorized with error, state and iss; that a resource does not exist only after the sign-in.',
    'oauth-authorize-unauthorized':
      'Errors of a client that no one here has authorized are a page of our own, and lead nowhere (T-15, RFC 9700 §4.11.2).',
    'oauth-state': 'A state of up to 4 KiB comes back byte for byte, through the sign-in too.',
    'oauth-denied': 'A denial goes back as access_denied and gives nothing.',
    'oauth-exchange':
      'A code is exchanged for an access and a refresh token, which is given whatever the client registered.',
    'oauth-code-once': 'Of fifty parallel exchanges of a code one is served.',
    'oauth-code-replay':
      'A second exchange is invalid_grant; more than ten seconds after the first, with the right verifier, it ends the grant.',
    'oauth-token-errors':
      'The token endpoint answers in OAuth’s terms, 401 for unknown clients only, and never a 5xx.',
    'oauth-device-grant': 'The token endpoint takes the device grant too.',
    'oauth-server-off': 'With MCP_OAUTH=off neither the endpoints nor the page are there.',
  },
  'RFC 7636 §4.6': {
    'oauth-code-verifier':
      'A code is good for a minute and takes five wrong verifiers; those use nothing up and end nothing.',
  },
  'RFC 8707 §2': {
    'oauth-code-bound':
      'A code is good for its client, return address and resource; who gets that wrong does not use it up.',
    'oauth-refresh-bound': 'A refresh token inherits its resource and is good for its client only.',
  },
  'RFC 9700 §4.14.2': {
    'oauth-refresh-rotation':
      'A refresh token is replaced at each use, and never gives more than was granted.',
    'oauth-refresh-parallel': 'Of fifty parallel refreshes all are served, and one rotates the token.',
    'oauth-refresh-grace':
      'A former refresh token gives access tokens for a minute, unless its successor was used.',
    'oauth-refresh-replay': 'A former refresh token that comes later ends its grant, with an event.',
    'oauth-refresh-end':
      'Refresh tokens end after OAUTH_REFRESH_DAYS without use and OAUTH_GRANT_DAYS after the consent.',
    'oauth-refresh-limit': 'The tokens of an authorization are refreshed OAUTH_REFRESHES_PER_MINUTE times.',
    'oauth-families':
      'Each authorization has tokens of its own, so that two machines of a person keep working; at most twenty per grant, the oldest ends.',
  },
  'RFC 7009': {
    'oauth-revoke':
      'A token that is given back is dead, a refresh token with its grant; unknown tokens are answered alike.',
  },
  'docs/accounts.md#programs': {
    'oauth-consent-says':
      'The consent page says who asks, how that is known, where it returns to, for whom, to what, and warns when that is this computer.',
    'oauth-consent-safe':
      'The consent page is shown in no frame and takes its own form only; its policy lets browsers follow to the program.',
    'oauth-consent-look':
      'The consent page works without JavaScript, with the keyboard, on a phone, in both themes, and a browser follows it to the program.',
    'oauth-consent-narrow':
      'A program is narrowed to the servers and apps that stay ticked; a new choice takes the place of the former.',
    'oauth-consent-account': 'A person of several accounts chooses one.',
    'oauth-consent-remembered':
      'Consent is remembered for programs that are known by a document and return to https, and for no others.',
    'oauth-grants':
      'GET /api/grants lists the programs that a person let in, one per client, return host and resource; DELETE takes one back.',
    'oauth-grants-operator': 'Operators see and take back grants of any account, programs none.',
    'oauth-grants-page': 'A page shows the connected programs and takes them back.',
    'oauth-grants-end': 'Grants end with the password and with the membership of who gave them.',
    'oauth-grants-open':
      'What is open under the tokens of a grant ends within five seconds when it is taken back.',
    'oauth-retention': 'Codes, refresh tokens and grants that have ended leave no rows.',
  },
  'docs/accounts.md#what-happened': {
    'oauth-events':
      'Each step of a program leaves an event and a count with its name, and no token, code or verifier.',
    'oauth-trace':
      'An attempt that failed leaves oauth.failed with step and reason; all events of an attempt have its name.',
    'oauth-trace-bound':
      'At most OAUTH_EVENTS_PER_MINUTE registrations and failures become events; all are counted and logged.',
  },
};
