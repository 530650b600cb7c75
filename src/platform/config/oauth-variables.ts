import { z } from 'zod';
import { isHost } from './values/network-names.js';
import { flag, integer, listOf, variable } from './variable.js';

/** How programs come in by OAuth, and for how long. */
export const oauthVariables = {
  MCP_OAUTH: variable(
    z.enum(['on', 'off']),
    'on',
    '`off` lets no program in by OAuth: neither its documents nor its endpoints are there, and its tokens are no good',
  ),
  OAUTH_ROOT_DISCOVERY: variable(
    flag,
    false,
    "Also gives the authorization server's document at the root; some clients that find it there stop sending headers that a person configured",
  ),
  OAUTH_REDIRECT_HOSTS: variable(
    listOf(isHost, 'a host name (no scheme, port or wildcard)'),
    [],
    'Hosts that programs may be returned to, besides this computer; empty allows all',
  ),
  OAUTH_ACCESS_SECONDS: variable(integer(1, 86_400), 3600, 'Seconds after which the token of a program ends'),
  OAUTH_REFRESH_DAYS: variable(
    integer(1, 3650),
    30,
    'Days without use after which a program can get no further tokens',
  ),
  OAUTH_GRANT_DAYS: variable(integer(1, 3650), 365, 'Days after which a program must ask its person again'),
  OAUTH_REGISTRATIONS_PER_MINUTE: variable(
    integer(1),
    60,
    'Registrations of programs per minute and address',
  ),
  OAUTH_DOCUMENTS_PER_MINUTE: variable(
    integer(1),
    60,
    'Documents of programs fetched per minute for one address',
  ),
  MAX_OAUTH_CLIENTS: variable(
    integer(1),
    10_000,
    'Registered programs; beyond it, those make room that nobody ever let in, that are let in nowhere any more, or that an account has beyond a quarter of all',
  ),
  MAX_OAUTH_DOCUMENTS: variable(
    integer(1),
    1000,
    'Documents of programs that are kept; beyond it, those make room that nobody asked for in the longest time',
  ),
  OAUTH_TOKENS_PER_MINUTE: variable(
    integer(1),
    3000,
    'Requests of programs for tokens per minute and address',
  ),
  OAUTH_REFRESHES_PER_MINUTE: variable(
    integer(1),
    120,
    'Refreshes of the tokens of one authorization per minute',
  ),
  OAUTH_EVENTS_PER_MINUTE: variable(
    integer(0),
    60,
    'Registrations and failed attempts of programs that become audit events per minute; all are counted and logged',
  ),
};
