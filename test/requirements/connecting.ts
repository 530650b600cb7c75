import type { RequirementRows } from './rows.js';

/** People connect servers that want OAuth: pages, API, command. */
export const connecting: RequirementRows = {
  'docs/connections.md#connect-a-server': {
    'connect-page':
      'The page of a server says who will ask for what, as whom the person is signed in, and who will act with the connection; it begins nothing, and asks strangers to sign in first.',
    'connect-flow':
      'From the page to the authorization server and back, the server is connected, for that person alone where it is for users; two people of one account are two identities there.',
    'connect-return': 'With `return` people go on to a path here, and never to another site.',
    'connect-denied': 'Who says no is told so, is asked again only when wanting it, and nothing is kept.',
    'connect-more':
      'Who comes because a tool needs more than was granted is told what, is asked for all of it, and the page is quiet afterwards.',
    'connect-accounts': 'Somebody in several accounts sees which one is meant, and can choose.',
    'connect-consent':
      'The page that lets a program in leads to the servers that still want a connection, and back: one visit for both.',
    'connect-look':
      'The pages fit a phone, can be read in both themes, and need neither a mouse nor JavaScript, at a real browser.',
    'connect-import': 'What was imported of mcp-remote is connected so, without another word in the config.',
  },
  'docs/connections.md#what-comes-back': {
    'connect-once':
      'An answer of an authorization server counts once, within ten minutes, in the browser that was sent there, for who was signed in.',
    'connect-issuer': 'An answer that names another issuer is refused, and nothing is kept.',
    'connect-away':
      'While the authorization server is away the page says so; what is connected can be tried and ended.',
  },
  'docs/security-controls.md#servers-that-want-oauth': {
    'connect-lies':
      'An authorization server that names another issuer is refused, unless the declaration says that this is known.',
    'connect-inside':
      'What the metadata of a tenant’s server names is asked only where tenants may go: no redirect, no private address, neither for documents nor for tokens.',
    'connect-canary':
      'No token, code, verifier or secret of a connection is in an answer, on a page, in the log, the audit log or the database.',
  },
  'docs/connections.md#what-happens-at-expiry': {
    'renew-killed':
      'A process that is killed while it renews leaves a connection that works or says needs_auth, and connecting again is all it takes.',
  },
  'docs/connections.md#who-may-what': {
    'connect-maker':
      'Connections of the account and its apps are made and ended by owners and admins, of all accounts by the operator, of a person by nobody else; by page and by API.',
    'connect-app': 'An app has a connection of its own, which its keys use and nobody else.',
  },
  'docs/connections.md#by-api-and-command': {
    'connections-api':
      'Connections are begun, listed, tried and ended by the API; nothing of them is secret.',
    'connections-revoked': 'Ending a connection revokes it at the authorization server, where that is there.',
    'connections-audit': 'Who made and who ended a connection stands in the audit log.',
    'cli-connections':
      'gantry connections lists, begins, tries and ends connections; gantry servers and gantry doctor say which server nobody has connected.',
  },
  'docs/connections.md#who-we-are-there': {
    'connect-document': 'Our own document has its address as its name, and our one return address.',
    'connect-client-needed':
      'Where the gateway is nobody and cannot register, the problem says which issuer wants which return address.',
    'connect-client-order':
      'The client of the declaration comes before the one of the operator for the issuer, before our document, before a registration.',
  },
  'docs/connections.md#import': {
    'cli-import-oauth':
      'A bridge of mcp-remote becomes a server that each person connects, with the client, scopes and resource that the bridge was told.',
  },
};
