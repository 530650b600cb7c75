import { CliFailure } from '../failure.js';
import { planImport, type ImportPlan, type ImportSurroundings } from './import-plan.js';

const token = 'ghp_0123456789abcdefABCDEF0123456789abcd';

function plan(document: unknown, surroundings: Partial<ImportSurroundings> = {}): ImportPlan {
  return planImport(document, {
    environment: {},
    published: [],
    present: [],
    takenSecrets: [],
    keepCommands: false,
    ...surroundings,
  });
}

describe('A file of Claude Desktop', () => {
  const claude = {
    mcpServers: {
      GitHub: { command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: token, DEBUG: 'true' } },
    },
  };

  it('[cli-import] leaves out servers that run a command, and needs no secret for them', () => {
    expect(plan(claude)).toEqual({
      servers: {},
      secrets: [],
      skipped: [{ server: 'github', reason: expect.stringContaining('it runs a command') }],
    });
  });

  it('[cli-import] uses the server of that name that the gateway publishes', () => {
    expect(plan(claude, { published: ['github'] }).servers).toEqual({ github: { use: 'github' } });
  });

  it('[cli-import] takes commands over when it is told to; credentials in variables become secrets', () => {
    expect(plan(claude, { keepCommands: true })).toEqual({
      servers: {
        github: {
          command: 'npx',
          args: ['-y', 'server-github'],
          env: { GITHUB_TOKEN: '${secret:GITHUB_TOKEN}', DEBUG: 'true' },
        },
      },
      secrets: [{ name: 'GITHUB_TOKEN', value: token, what: 'GITHUB_TOKEN of the server github' }],
      skipped: [],
    });
  });

  it.each([
    [['--api-key', 'abcdef123456']],
    [['--header', `Authorization: Bearer ${token}`]],
    [[token]],
    [['https://u:p@host/x']],
  ])('[cli-import] leaves out a command whose arguments carry a credential: %j', (args) => {
    const { servers, skipped } = plan({ mcpServers: { x: { command: 'x', args } } }, { keepCommands: true });
    expect([servers, skipped]).toEqual([{}, [{ server: 'x', reason: expect.stringContaining('arguments') }]]);
  });

  it('[cli-import] takes a bridge of mcp-remote for the server that it bridges to', () => {
    const args = ['-y', 'mcp-remote@latest', 'https://mcp.example.com/sse', '--header', 'X-Api-Key: ${KEY}'];
    const { servers, secrets } = plan({ mcpServers: { b: { command: 'npx', args, env: { KEY: token } } } });
    expect(servers).toEqual({
      b: { url: 'https://mcp.example.com/sse', headers: { 'X-Api-Key': '${secret:B_X_API_KEY}' } },
    });
    expect(secrets).toMatchObject([{ name: 'B_X_API_KEY', value: token }]);
  });
});

describe('A bridge of mcp-remote', () => {
  const bridge = (...args: string[]) => ({
    mcpServers: { b: { command: 'npx', args: ['-y', 'mcp-remote', ...args] } },
  });
  const url = 'https://mcp.example.com/mcp';

  it('[cli-import-oauth] becomes a server that each person connects by OAuth', () => {
    const auth = { type: 'oauth', for: 'user' };
    expect(plan(bridge(url)).servers).toEqual({ b: { url, auth } });
    expect(plan(bridge(url, '3334', '--transport', 'sse-only')).servers).toEqual({
      b: { type: 'sse', url, auth },
    });
    expect(plan(bridge(url, '--header', 'X-Team: support')).servers).toEqual({
      b: { url, headers: { 'X-Team': 'support' }, auth },
    });
  });

  it('[cli-import-oauth] keeps the client, scopes and resource that it was told; the secret becomes a secret', () => {
    const { servers, secrets } = plan(
      bridge(
        ...[url, '--static-oauth-client-info', '{"client_id":"abc","client_secret":"plain words"}'],
        ...['--static-oauth-client-metadata', '{"scope":"read write"}', '--resource', 'https://r.example/'],
      ),
    );
    expect(servers['b']).toEqual({
      url,
      auth: {
        ...{ type: 'oauth', for: 'user', clientId: 'abc', clientSecret: '${secret:B_CLIENT_SECRET}' },
        ...{ scopes: ['read', 'write'], resource: 'https://r.example/' },
      },
    });
    expect(secrets).toEqual([
      { name: 'B_CLIENT_SECRET', what: 'client secret of the server b', value: 'plain words' },
    ]);
  });

  it('[cli-import-oauth] keeps that no resource is sent', () => {
    expect(plan(bridge(url, '--disable-resource-parameter')).servers['b']).toEqual({
      url,
      auth: { type: 'oauth', for: 'user', resource: false },
    });
  });

  it('[cli-import-oauth] is left out where its client stands in a file, and has no sign-in beside a token in a header', () => {
    const { servers, skipped } = plan(bridge(url, '--static-oauth-client-info', '@client.json'));
    expect([servers, skipped]).toEqual([
      {},
      [{ server: 'b', reason: expect.stringContaining('--static-oauth-client-info cannot be read') }],
    ]);
    expect(plan(bridge(url, '--header', `Authorization: Bearer ${token}`)).servers['b']).not.toHaveProperty(
      'auth',
    );
  });
});

describe('A file of Cursor', () => {
  it('[cli-import] keeps the scheme of a header and what is no credential', () => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Team': 'support' };
    const { servers, secrets } = plan({
      mcpServers: { 'My Server!': { url: 'https://a.example', headers } },
    });
    expect(servers).toEqual({
      'my-server': {
        url: 'https://a.example',
        headers: { Authorization: 'Bearer ${secret:MY_SERVER_TOKEN}', 'X-Team': 'support' },
      },
    });
    expect(secrets.map(({ value }) => value)).toEqual([token]);
  });

  it('[cli-import] reads references to variables from the environment', () => {
    const headers = { Authorization: 'Bearer ${env:PAT}', 'X-Other': '${env:MISSING}' };
    const { servers, secrets } = plan(
      { mcpServers: { a: { url: 'https://a.example', headers } } },
      { environment: { PAT: 'value' } },
    );
    expect(servers['a']).toMatchObject({
      headers: { Authorization: 'Bearer ${secret:PAT}', 'X-Other': '${secret:MISSING}' },
    });
    expect(secrets).toEqual([
      { name: 'PAT', value: 'value', what: 'PAT of the server a' },
      { name: 'MISSING', what: 'MISSING of the server a' },
    ]);
  });

  it.each(['https://a.example/mcp?api_key=abc123def456', 'https://me:pass@a.example/mcp'])(
    '[cli-import] leaves out a server whose address carries a credential: %s',
    (url) => {
      const { servers, secrets, skipped } = plan({ mcpServers: { a: { url } } });
      expect([servers, secrets]).toEqual([{}, []]);
      expect(JSON.stringify(skipped)).toContain('its address carries a credential');
    },
  );

  it('[cli-import] does not touch secrets or servers that are there already', () => {
    const server = { url: 'https://a.example', headers: { Authorization: `Bearer ${token}` } };
    const { servers, skipped } = plan(
      { mcpServers: { a: server, b: server } },
      { present: ['a'], takenSecrets: ['B_TOKEN'] },
    );
    expect(servers).toMatchObject({ b: { headers: { Authorization: 'Bearer ${secret:B_TOKEN_2}' } } });
    expect(skipped).toEqual([{ server: 'a', reason: 'the config has it already' }]);
  });
});

describe('A file of VS Code', () => {
  it.each(['mcp.json', 'settings.json'])(
    '[cli-import] has servers and inputs that are asked for: %s',
    (name) => {
      const document = {
        inputs: [{ id: 'pat', type: 'promptString', description: 'GitHub token', password: true }],
        servers: {
          gh: { type: 'http', url: 'https://a.example', headers: { Authorization: 'Bearer ${input:pat}' } },
        },
      };
      expect(plan(name === 'mcp.json' ? document : { mcp: document })).toEqual({
        servers: { gh: { url: 'https://a.example', headers: { Authorization: 'Bearer ${secret:PAT}' } } },
        secrets: [{ name: 'PAT', what: 'GitHub token' }],
        skipped: [],
      });
    },
  );

  it('[cli-import] keeps the old transport of a server and that it is disabled', () => {
    const gh = { type: 'sse', url: 'https://a.example/sse', disabled: true };
    expect(plan({ servers: { gh } }).servers).toEqual({ gh });
  });
});

it.each([[{}], [[]], ['text'], [{ mcpServers: 'x' }]])(
  '[cli-import] refuses what is no such file: %j',
  (document) => {
    expect(() => plan(document)).toThrow(CliFailure);
  },
);
