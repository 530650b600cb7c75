import type { RequirementRows } from './rows.js';

/** How callers learn that somebody must connect a server, and whose connection they use. */
export const telling: RequirementRows = {
  'docs/connections.md#how-a-caller-learns-it': {
    'told-rest':
      'REST and SDK answer 409 `upstream-auth-required` with the handle and our own page, and never an address of somebody else; nothing is sent to the server.',
    'told-lists':
      'Lists of servers and resolve say for each caller whether a server with OAuth can be used, without waiting for it.',
    'told-wants-oauth':
      'A server without `auth` that answers 401 with its metadata is shown as one that wants OAuth, not as one that refused a credential.',
    'told-away':
      'While the authorization server is away calls are 503 `upstream-auth-unavailable`, the connection stays, and works again afterwards.',
    'told-chat': 'A chat at a server that nobody has connected is the same 409, before its first byte.',
    'told-workflow':
      'A step at such a server fails with the problem and the link in its detail; a run acts as the person who began it.',
    'told-app-key':
      'A key has no person: at a server for users it is told to have its app connected, by the handle that it knows.',
    'told-client-needed':
      'When an attempt to connect has shown that we are nobody there, calls are 422 `upstream-client-needed` with the issuer and the return address, until we are somebody.',
    'told-app-parts':
      'An app lists no resources and prompts of such a server but says why beside; reading or getting one of them is told as a call is.',
    'told-more-scopes':
      'After 403 `insufficient_scope` only calls that need more are told to connect, for more; others go on.',
  },
  'docs/connections.md#in-mcp-clients': {
    'connect-tool':
      'Natively the handshake succeeds without a connection, and the list has one tool, which connects; when that is done, `list_changed` and the server’s own tools follow in the same session.',
    'connect-tool-app':
      'At an app’s endpoint each server that nobody has connected is a tool `connect_<server>` beside the tools of the others.',
    'connect-url-modern':
      'A client of 2026-07-28 that opens addresses is asked by `input_required`, once; repeated with a yes, the request goes on when somebody has connected.',
    'connect-state':
      'The state of such a question is sealed and good for its caller, method and tool alone, and refused for any other (T-25); it never reaches a server.',
    'connect-url-session':
      'A client of 2025-11-25 that opens addresses gets -32042 with the elicitation, and is told by the same id when that is done.',
    'connect-url-app':
      'The same at an app’s endpoint, by one id for the tool that connects a server and for the tools of that server.',
    'connect-sdk':
      'The SDKs of both eras take the question for what it is: that of 2026-07-28 goes on by itself after a yes, that of 2025 has the address in its error and hears when it is done.',
    'connect-in-words':
      'Clients that are older, or have not said that they open addresses, get the link in the text of a tool’s result.',
    'connect-lost':
      'A session that was opened with the server goes on when its connection is ended: it is told as others are, and works again afterwards.',
  },
  'docs/connections.md#two-people': {
    'two-people':
      'Two people of one account at a server for users are two identities on every way, and neither sees a list, a change or a cached answer of the other.',
    'two-people-shared':
      'Where the declaration is for the account, everybody in it uses the same connection.',
  },
};
