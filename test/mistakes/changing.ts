import type { Mistake } from './mistake.js';

/** Configs, bodies and requests that are refused. */
export const changingMistakes: readonly Mistake[] = [
  {
    did: 'saves without If-Match',
    by: (s) => s.saves({}, {}),
    what: 'The write must say what it builds on',
    why: 'Neither If-Match nor `version`',
    todo: 'Send `If-Match` with the ETag that was read',
  },
  {
    did: 'saves on top of an old version',
    by: (s) => s.saves({}, { 'if-match': '"1-old"' }),
    what: 'The config has changed meanwhile',
    why: 'The current version is 1.',
    todo: 'Read the current version, apply the change to it',
  },
  {
    did: 'misspells a member of a config',
    by: (s) => s.saves({ mcpServer: {} }),
    what: 'The config is not valid',
    why: '/mcpServer: is not a member of this object',
    todo: 'did you mean "mcpServers"?',
  },
  {
    did: 'runs a command in an app',
    by: (s) => s.saves({ mcpServers: { x: { command: 'npx' } } }),
    what: 'Apps may not run commands here',
    why: 'would run a command on the gateway',
    todo: 'declare a url, or use a server that is published',
  },
  {
    did: 'takes over a server that is not published',
    by: (s) => s.saves({ mcpServers: { x: { use: 'gihtub' } } }),
    what: 'The config is not valid',
    why: 'names no server that is published here',
    todo: 'did you mean "github"?',
  },
  {
    did: 'uses a variable of the environment in an app',
    by: (s) =>
      s.saves({ mcpServers: { x: { url: 'https://example.com/mcp', headers: { A: '${env:TOKEN}' } } } }),
    what: 'The config is not valid',
    why: '${env:TOKEN} is not replaced here',
    todo: 'set a secret of the app and write `${secret:TOKEN}`',
  },
  {
    did: 'writes a token in plain text',
    by: (s) =>
      s.saves({
        mcpServers: {
          x: { url: 'https://example.com/mcp', headers: { Authorization: `Bearer ghp_${'a1B2'.repeat(9)}` } },
        },
      }),
    what: 'The config is not valid',
    why: 'is a credential in plain text, which would stay in the history',
    todo: 'keep it as a secret of the app',
  },
  {
    did: 'gives a server neither address nor name',
    by: (s) => s.saves({ mcpServers: { x: {} } }),
    what: 'The config is not valid',
    why: '/mcpServers/x',
    todo: 'must have exactly one of the members url, openapi, use and command',
  },
  {
    did: 'sends a body that is not JSON',
    by: (s) => s.asks('/api/cli/apps', { body: '{name: "x"}' }),
    what: 'The body is not valid JSON',
    why: 'it cannot be parsed',
    todo: 'Send one JSON value in UTF-8',
  },
  {
    did: 'sends a form where JSON is wanted',
    by: (s) => s.asks('/api/cli/apps', { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
    what: 'The media type is not supported',
    todo: 'Send `Content-Type: application/json`.',
  },
  {
    did: 'leaves a member of a body out',
    by: (s) => s.asks('/api/cli/apps', { body: {} }),
    what: 'The request is not valid',
    why: '/name: is missing',
    todo: 'a value of the type string is needed',
  },
  {
    did: 'makes a cursor up',
    by: (s) => s.asks('/api/cli/apps?cursor=2'),
    what: 'The cursor is not valid',
    why: 'not a cursor that this list has given',
    todo: 'Use `nextCursor` of the previous answer',
  },
  {
    did: 'takes the wrong method',
    by: (s) => s.asks('/api/servers', { method: 'PATCH' }),
    what: 'The method is not allowed here',
    why: 'This path answers to GET, HEAD.',
    todo: 'The Allow header lists the methods',
  },
  {
    did: 'takes a path that is not there',
    by: (s) => s.asks('/api/server'),
    what: 'There is nothing here',
    why: 'Nothing answers to GET /api/server.',
    todo: 'Check the path against /api/openapi.json.',
  },
  {
    did: 'takes a slug that is taken',
    by: (s) => s.asks('/api/cli/apps', { body: { name: 'Shop', slug: 'shop' } }),
    what: 'The slug is taken',
    why: 'The account has an app "shop" already.',
    todo: 'Choose another slug',
  },
  {
    did: 'uses a name that no app can have',
    by: (s) => s.asks('/api/cli/apps', { body: { name: 'x', slug: 'My Shop' } }),
    what: 'The request is not valid',
    why: '/slug',
    todo: 'must be lower-case letters, digits and single hyphens',
  },
  {
    did: 'misspells a workflow',
    by: (s) => s.asks('/api/sdk/workflows/execute?app=shop', { body: { workflow: 'triag' } }),
    what: 'No such workflow',
    why: 'The app has no workflow "triag".',
    todo: 'Did you mean "triage"?',
  },
  {
    did: 'chats before there is a model',
    by: (s) =>
      s.asks('/api/servers/github/mcp/chat', { body: { messages: [{ role: 'user', content: 'hi' }] } }),
    what: 'No model provider is configured',
    todo: 'The operator sets OPENAI_API_KEY',
  },
  {
    did: 'uses a token that lacks a scope',
    by: (s) => s.readerAsks('/api/cli/apps'),
    what: 'The token lacks a scope',
    why: 'This needs the scope apps:read.',
    todo: 'Use a token that carries the scope',
  },
  {
    did: 'changes an app with its key',
    by: (s) => s.keyAsks('/api/cli/apps/shop/config'),
    what: 'The token lacks a scope',
    why: 'This needs the scope apps:read.',
    todo: 'Use a token that carries the scope',
  },
  {
    did: 'uses one Idempotency-Key for two requests',
    by: async (s) => {
      const headers = { 'idempotency-key': 'k1' };
      await s.asks('/api/cli/apps', { body: { name: 'First' }, headers });
      return s.asks('/api/cli/apps', { body: { name: 'Second' }, headers });
    },
    what: 'The key was used for another request',
    why: 'This key came with another request before.',
    todo: 'use a new one',
  },
  {
    did: 'makes a third key',
    by: async (s) => {
      await s.asks('/api/cli/apps/shop/keys', { body: {} });
      return s.asks('/api/cli/apps/shop/keys', { body: {} });
    },
    what: 'The app has too many keys',
    why: 'An app can have 2 live keys',
    todo: 'Revoke a key first',
  },
  {
    did: 'invites somebody with no address',
    by: (s) => s.asks('/api/cli/invitations', { body: { email: 'ana' } }),
    what: 'The request is not valid',
    why: '/email: Invalid email address',
  },
];
