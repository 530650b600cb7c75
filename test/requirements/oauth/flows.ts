import type { RequirementRows } from '../rows.js';

/** Programs that nobody here wrote, coming in by OAuth, and what holds however many processes there are. */
export const oauthFlows: RequirementRows = {
  'docs/oauth.md#tried': {
    'flow-relying-party':
      'A certified relying party registers, with a secret or without, gets in, lists and calls a real server, refreshes, and is shut out by its own revocation.',
    'flow-sdk':
      'The MCP SDK in both versions comes in with its own OAuth code, lists and calls a real server, refreshes by itself when its token has ended, and is shut out when its person takes the grant back.',
    'flow-app': 'The same leads to the endpoint of an app.',
    'flow-step-up':
      'A program that was given tools:read lists; its first call is told which scopes it needs, and version 2 of the SDK asks for them.',
    'flow-mcp-remote':
      'mcp-remote lets a desktop client in, comes back without its person after a restart, refreshes, and is shut out when the grant ends.',
    'flow-document':
      'A program with a document of its own comes in without registering; documents that redirect, are too large, too slow, another’s or at private addresses let nobody in.',
    'flow-denied': 'A person who says no is not asked again; the program is told access_denied.',
    'flow-browser':
      'In a real browser a person signs in, looks, agrees and arrives at the program; the page sends nobody elsewhere.',
  },
  'docs/oauth.md#how-long-it-lasts': {
    'oauth-code-processes': 'Fifty exchanges of one code at once, at two processes, are one token.',
    'oauth-refresh-processes':
      'Fifty refreshes at once, at two processes, are all served, and there is one new refresh token.',
  },
  'docs/oauth.md#what-a-grant-reaches': {
    'oauth-audience-processes': 'The token for one server is refused at another, at every process.',
    'oauth-canary':
      'No token, code, verifier, state or secret of a program reaches an upstream, a log, the database or the audit log.',
  },
  'docs/oauth.md#taking-it-back': {
    'oauth-person-removed':
      'Programs of somebody who was taken out are dead within 5 seconds at every process, with all that they hold open.',
    'oauth-grant-processes':
      'A grant that a program gives back at one process is dead within 5 seconds at every process, with all that it holds open.',
  },
};
