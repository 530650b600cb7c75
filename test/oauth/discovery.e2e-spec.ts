import type { Values } from '../../src/platform/config/variables.js';
import { operatorOf } from '../support/clients/apps-client.js';
import type { Answer } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { postForm } from '../support/oauth/oauth-flow.js';
import { anonymous, mintOperatorToken } from '../support/people.js';
import { programOf } from '../support/oauth/programs.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let server: ScriptedHttp;
/** Publishes the server metadata at the root as well, and has no fast path. */
let gateway: TestGateway;

beforeAll(async () => {
  server = await open(ScriptedHttp.start([echo]));
  gateway = await start({ OAUTH_ROOT_DISCOVERY: true, HOT_LANE: false });
});

const start = (env: Partial<Values>) => open(startGateway({ env, mcpServers: { one: { url: server.url } } }));

const endpoints = ['/api/servers/one/mcp', '/api/servers/none/mcp', '/api/apps/none/mcp'];
const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const challengeOf = ({ headers }: Pick<Answer, 'headers'>) => headers.get('www-authenticate');

const wellKnown = '/.well-known/oauth-protected-resource';

describe('What programs find out', () => {
  it('[oauth-resource-metadata] is the address as people type it, alike for names that exist and that do not', async () => {
    for (const path of endpoints) {
      const answer = await anonymous(gateway).json(wellKnown + path);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        resource: gateway.url + path,
        authorization_servers: [`${gateway.url}/oauth`],
        scopes_supported: ['tools:read', 'tools:call'],
        bearer_methods_supported: ['header'],
        resource_name: expect.stringContaining('Gantry'),
        resource_documentation: `${gateway.url}/docs`,
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    }
    const slash = await anonymous(gateway).json(`${wellKnown}/api/servers/one/mcp/`);
    expect(slash.body['resource']).toBe(`${gateway.url}/api/servers/one/mcp`);
    expect((await anonymous(gateway).json(`${wellKnown}/api/servers/a%22b/mcp`)).status).toBe(400);
    expect((await anonymous(gateway).json(wellKnown)).status).toBe(404);
  });

  it('[oauth-server-metadata] is what each kind of client needs, at the three addresses', async () => {
    const issuer = `${gateway.url}/oauth`;
    for (const path of [
      '/.well-known/oauth-authorization-server/oauth',
      '/.well-known/openid-configuration/oauth',
      '/oauth/.well-known/openid-configuration',
    ]) {
      const answer = await anonymous(gateway).json(path);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        revocation_endpoint: `${issuer}/revoke`,
        device_authorization_endpoint: `${gateway.url}/api/cli/auth/device`,
        response_types_supported: ['code'],
        grant_types_supported: [
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        scopes_supported: ['tools:read', 'tools:call', 'offline_access'],
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    }
  });

  const atRoot = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

  it('[oauth-root] publishes the server metadata at the root with OAUTH_ROOT_DISCOVERY', async () => {
    for (const path of atRoot)
      expect((await anonymous(gateway).json(path)).body['issuer']).toBe(`${gateway.url}/oauth`);
  });

  it('[oauth-challenge] sends the challenge without the fast path, too', async () => {
    const path = '/api/servers/one/mcp';
    const answer = await anonymous(gateway).json(path, { body: initialize });
    const metadata = `resource_metadata="${gateway.url}${wellKnown}${path}"`;
    expect([answer.status, challengeOf(answer)]).toEqual([
      401,
      `Bearer ${metadata}, scope="tools:read tools:call"`,
    ]);
  });

  it('[oauth-any-origin] may be read by pages of any site, whatever they send with it', async () => {
    const headers = { origin: 'https://inspector.example', authorization: 'Basic YTpi' };
    for (const path of [
      `${wellKnown}/api/servers/one/mcp`,
      '/.well-known/oauth-authorization-server/oauth',
    ]) {
      const answer = await anonymous(gateway).json(path, { headers });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      const asked = await fetch(gateway.url + path, {
        method: 'OPTIONS',
        headers: {
          ...{ origin: headers.origin, 'access-control-request-method': 'GET' },
          'access-control-request-headers': 'mcp-protocol-version',
        },
      });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(asked.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    }
    const api = await anonymous(gateway).json('/api/servers', { headers });
    expect([api.status, api.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const misled = await anonymous(gateway).json('/oauth/authorize', { headers });
    expect(misled.status).toBe(403);
  });

  it('[oauth-base-path] [oauth-root] publishes metadata at both forms of address below a PUBLIC_URL with a path, and not at the root', async () => {
    const publicUrl = 'https://tools.example.com/team/gw';
    const based = await start({ PUBLIC_URL: publicUrl, ALLOWED_HOSTS: ['127.0.0.1'] });
    const read = async (path: string) => (await anonymous(based).json(path)).body;
    const endpoint = '/api/servers/one/mcp';
    for (const path of [
      `${wellKnown}/team/gw${endpoint}`,
      `/team/gw${wellKnown}${endpoint}`,
      wellKnown + endpoint,
    ])
      expect(await read(path)).toMatchObject({
        resource: publicUrl + endpoint,
        authorization_servers: [`${publicUrl}/oauth`],
      });
    for (const path of [
      '/.well-known/oauth-authorization-server/team/gw/oauth',
      '/.well-known/openid-configuration/team/gw/oauth',
      '/team/gw/oauth/.well-known/openid-configuration',
      '/team/gw/.well-known/oauth-authorization-server/oauth',
    ])
      expect(await read(path)).toMatchObject({
        issuer: `${publicUrl}/oauth`,
        token_endpoint: `${publicUrl}/oauth/token`,
      });
    const refused = await anonymous(based).json(endpoint, { body: initialize });
    expect(challengeOf(refused)).toContain(
      `resource_metadata="https://tools.example.com${wellKnown}/team/gw${endpoint}"`,
    );
    expect((await anonymous(based).json(`${wellKnown}/other/gw${endpoint}`)).status).toBe(404);
    for (const path of [...atRoot, ...atRoot.map((root) => `${root}/team/gw`)])
      expect([path, (await anonymous(based).json(path)).status]).toEqual([path, 404]);
  });
});

describe('MCP_OAUTH=off', () => {
  it('[oauth-off] [oauth-server-off] removes metadata, OAuth endpoints and challenges, and refuses tokens of OAuth clients', async () => {
    const off = await start({ MCP_OAUTH: 'off' });
    const person = operatorOf(off);
    for (const path of [
      `${wellKnown}/api/servers/one/mcp`,
      '/.well-known/oauth-authorization-server/oauth',
      '/oauth/.well-known/openid-configuration',
    ])
      expect((await anonymous(off).json(path)).status).toBe(404);
    for (const path of ['/oauth/token', '/oauth/revoke'])
      expect((await postForm(off, path, { token: 'x' })).status).toBe(404);
    expect((await fetch(`${off.url}/oauth/authorize`)).status).toBe(404);
    const foreign = { headers: { origin: 'https://inspector.example' } };
    expect((await anonymous(off).json(`${wellKnown}/api/servers/one/mcp`, foreign)).status).toBe(403);
    const none = await anonymous(off).json('/api/servers/one/mcp', { body: initialize });
    expect([none.status, challengeOf(none)]).toEqual([401, 'Bearer realm="gantry"']);
    const program = await programOf(off, person);
    expect((await program.json('/api/cli/auth/me')).status).toBe(401);
    const reader = new NativeClient(
      `${off.url}/api/servers/one/mcp`,
      await mintOperatorToken(off, ['tools:read']),
    );
    const refused = await reader.send(initialize);
    expect([refused.status, challengeOf(refused)]).toEqual([
      403,
      'Bearer realm="gantry", error="insufficient_scope", scope="tools:call"',
    ]);
    const caller = new NativeClient(reader.url, await mintOperatorToken(off, ['tools:call']));
    await caller.initialize();
    expect((await caller.request('tools/list')).status).toBe(200);
  });
});
