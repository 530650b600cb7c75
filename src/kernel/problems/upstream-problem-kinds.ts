/** What can go wrong at an MCP server; rows of the problem catalogue. */
export const upstreamProblemKinds = {
  'connection-not-found': [
    404,
    'No such connection',
    '`GET /api/connections` lists the connections that you see; those that were ended are not there any more.',
  ],
  'upstream-error': [
    502,
    'The MCP server failed',
    'The server answered with an error or broke off; its own log tells more.',
  ],
  'upstream-response-too-large': [
    502,
    'The answer of the MCP server is too large',
    'The detail names the limit; ask the tool for less.',
  ],
  'upstream-auth-required': [
    409,
    'Somebody must connect the MCP server',
    'Open `connectUrl` in a browser and sign in; the same call works afterwards.',
  ],
  'upstream-client-needed': [
    422,
    'The MCP server admits registered clients only',
    'Register a client at the provider with the return address `redirectUri`, and give its id as `clientId` in the `auth` of the server or under `oauthClients`.',
  ],
  'upstream-auth-refused': [
    502,
    'The MCP server refused our credential',
    'Give the server a live token as the header Authorization in its declaration, or `auth` where it wants OAuth.',
  ],
  'upstream-auth-unavailable': [
    503,
    'The authorization server of the MCP server cannot be reached',
    'Nothing is lost: the connection works again as soon as its authorization server does.',
  ],
  'upstream-unavailable': [
    503,
    'The MCP server cannot be reached',
    'The gateway keeps trying; Retry-After says when the next try is due.',
  ],
  'upstream-timeout': [
    504,
    'The MCP server did not answer in time',
    'Raise `timeoutMs` of the call or the server, or ask the tool for less.',
  ],
  'name-taken': [409, 'The name is taken', 'Choose another name: it names one published server.'],
  'server-read-only': [
    409,
    "The server stands in the operator's file",
    'Change it there: MCP_CONFIG names the file, and what it says goes before what is published at run time.',
  ],
  'server-changed': [
    409,
    'The server was changed meanwhile',
    'Read GET /api/servers/published anew, and send the change again.',
  ],
  'too-many-servers': [
    409,
    'Too many servers are published',
    'Remove one; MAX_PUBLISHED_SERVERS names the limit.',
  ],
  'sign-in-again': [
    403,
    'Sign in again first',
    'Sign out and in again in the browser, and send it within ten minutes. A token cannot do this.',
  ],
  'server-circle': [
    508,
    'The server leads back to itself',
    'The server is an endpoint of a gateway that asks this server in turn. Take one of the two out; what comes by the circle is left out until then.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
