import { operatorOf } from '../support/clients/apps-client.js';
import { NativeClient, resultOf, type NativeAnswer } from '../support/clients/native-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { anonymous, mintOperatorToken } from '../support/people.js';
import { programOf, serverIdOf } from '../support/oauth/programs.js';
import { TestClock } from '../support/test-clock.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import type { Answer } from '../support/clients/gateway-client.js';
import type { Scope } from '../../src/kernel/principal.js';

const open = closeAfterAll();
const clock = new TestClock(Date.now());
const all = 'tools:read tools:call';
let server: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  server = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      clock,
      env: { WRONG_TOKENS_PER_MINUTE: 100_000 },
      mcpServers: { one: { url: server.url }, files: stdioServer() },
    }),
  );
  await operatorOf(gateway).newApp('shop', { mcpServers: { one: { use: 'one' } } }, { slug: 'shop' });
});

const endpoints = [
  '/api/servers/one/mcp',
  '/api/servers/none/mcp',
  '/api/apps/shop/mcp',
  '/api/apps/none/mcp',
];
const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'by-hand', version: '1' },
  },
};
const metadataOf = (of: TestGateway, path: string) =>
  `resource_metadata="${of.url}/.well-known/oauth-protected-resource${path}"`;
const challengeOf = ({ headers }: Pick<Answer, 'headers'>) => headers.get('www-authenticate');

describe('A native endpoint', () => {
  it('[oauth-challenge] says to whoever shows no token where to get one, and of no error', async () => {
    const stranger = anonymous(gateway);
    for (const path of endpoints) {
      const expected = [401, `Bearer ${metadataOf(gateway, path)}, scope="${all}"`];
      const discover = new NativeClient(gateway.url + path).modernMessage('server/discover');
      for (const [at, sending] of [
        [path, { body: initialize }],
        [`${path}/`, { body: initialize }],
        [path, { body: discover }],
        [path, { body: [initialize] }],
        [path, {}],
        [path, { method: 'DELETE' }],
      ] as const) {
        const answer = await stranger.json(at, sending);
        expect([answer.status, challengeOf(answer)]).toEqual(expected);
      }
    }
  });

  it('[oauth-challenge] puts nothing of a strange address into its answer', async () => {
    const answer = await anonymous(gateway).json('/api/servers/%22%20x=%22y/mcp', { body: initialize });
    expect(challengeOf(answer)?.split('"')).toHaveLength(5);
  });

  it('[oauth-challenge-invalid] calls a token that is unknown, ended or for another resource by that name', async () => {
    const person = operatorOf(gateway);
    const expired = await programOf(gateway, person, { seconds: 1 });
    clock.advance(2000);
    const revoked = await programOf(gateway, person);
    await revoked.revokeGrant();
    const other = await programOf(gateway, person, {
      resource: { kind: 'server', serverId: await serverIdOf(person, 'files') },
    });
    const unknown = 'gto_0000000000000000000000000000000000000000';
    for (const token of [unknown, 'nonsense', expired.token, revoked.token, other.token])
      for (const path of endpoints) {
        const answer = await new NativeClient(gateway.url + path, token).send(initialize);
        expect(answer.status).toBe(401);
        expect(challengeOf(answer)).toMatch(
          /^Bearer resource_metadata="[^"]+", error="invalid_token", error_description="[^"\\]+", scope="tools:read tools:call"$/,
        );
        expect(challengeOf(answer)).toContain(metadataOf(gateway, path));
      }
  });

  it('[oauth-challenge-rest] leaves the challenge of the rest of the API as it was', async () => {
    const answer = await anonymous(gateway).json('/api/servers/one/mcp/tools');
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="gantry"']);
    const reader = new NativeClient(gateway.url, await mintOperatorToken(gateway, ['tools:read']));
    const refused = await fetch(`${gateway.url}/api/servers/one/mcp/call`, {
      method: 'POST',
      headers: reader.headers({ 'content-type': 'application/json' }),
      body: '{"name":"echo"}',
    });
    expect([refused.status, challengeOf(refused)]).toEqual([
      403,
      'Bearer realm="gantry", error="insufficient_scope", scope="tools:call"',
    ]);
  });
});

/** What a client with these scopes is told on a way, by method: the status, and the scopes that a refusal names. */
async function statuses(what: string, scopes: readonly Scope[], era: 'session' | 'modern') {
  const program = await programOf(gateway, operatorOf(gateway), { scopes });
  const client = program.native(what);
  if (era === 'session') await client.initialize();
  const asked: [string, Record<string, unknown>][] = [
    ['ping', {}],
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['tools/call', { name: what.startsWith('apps') ? 'one__echo' : 'echo', arguments: {} }],
    ['resources/read', { uri: 'note://one' }],
    ['prompts/get', { name: 'greet' }],
    ['made/up', {}],
  ];
  const told: Record<string, string> = {};
  for (const [method, params] of asked.slice(era === 'modern' ? 1 : 0)) {
    const answer = await (era === 'modern' ? client.modern(method, params) : client.request(method, params));
    told[method] = answer.status === 403 ? scopesIn(answer) : 'open';
  }
  return told;
}

function scopesIn(answer: NativeAnswer): string {
  const [, metadata, error, scope] =
    /^Bearer resource_metadata="([^"]+)", error="([^"]+)", scope="([^"]+)"$/.exec(
      challengeOf(answer) ?? '',
    ) ?? [];
  expect([metadata?.startsWith(`${gateway.url}/.well-known/oauth-protected-resource/api/`), error]).toEqual([
    true,
    'insufficient_scope',
  ]);
  return String(scope);
}

const seeing = ['tools/list', 'prompts/list', 'resources/list'];
const calling = ['tools/call', 'resources/read', 'prompts/get', 'made/up'];
const table = (open: readonly string[], closed: readonly string[]) =>
  Object.fromEntries([...open.map((method) => [method, 'open']), ...closed.map((method) => [method, all])]);

describe('Scopes', () => {
  for (const what of ['servers/one', 'servers/files', 'apps/shop'])
    for (const era of ['session', 'modern'] as const) {
      const begun = era === 'session' ? ['ping'] : [];
      it(`[oauth-step-up] are asked for by what a message needs: ${what}, ${era}`, async () => {
        expect(await statuses(what, ['tools:read'], era)).toEqual(table([...begun, ...seeing], calling));
        expect(await statuses(what, ['tools:call'], era)).toEqual(table([...begun, ...calling], seeing));
      });
    }

  it('[oauth-step-up] are asked for before anything of a batch is done', async () => {
    const program = await programOf(gateway, operatorOf(gateway), { scopes: ['tools:read'] });
    const client = program.native('servers/one');
    await client.initialize();
    const before = server.requests.length;
    const answer = await client.send([
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo' } },
    ]);
    expect([answer.status, scopesIn(answer)]).toEqual([403, all]);
    expect(server.requests.length).toBe(before);
  });

  it('[oauth-step-up] of a session are those of the token that each message comes with', async () => {
    const reader = await programOf(gateway, operatorOf(gateway), { scopes: ['tools:read'] });
    const caller = await programOf(gateway, operatorOf(gateway), { grantId: reader.grantId });
    for (const what of ['servers/one', 'apps/shop']) {
      const name = what === 'apps/shop' ? 'one__echo' : 'echo';
      const client = reader.native(what);
      await client.initialize();
      expect((await client.request('tools/call', { name, arguments: {} })).status).toBe(403);
      const stepped = caller.native(what);
      stepped.session = client.session;
      expect(resultOf(await stepped.request('tools/call', { name, arguments: { a: 1 } }))).toMatchObject({
        structuredContent: { a: 1 },
      });
      expect((await client.request('tools/call', { name, arguments: {} })).status).toBe(403);
    }
  });

  it('[oauth-key-lists] of a key that may see tools let it list natively', async () => {
    const key = await operatorOf(gateway).withKey('shop', { scopes: ['tools:read'] });
    const client = new NativeClient(`${gateway.url}/api/apps/shop/mcp`, key.token);
    await client.initialize();
    expect(await client.result('tools/list')).toMatchObject({ tools: [{ name: 'one__echo' }] });
    expect((await client.request('tools/call', { name: 'one__echo' })).status).toBe(403);
    const modern = new NativeClient(client.url, key.token);
    expect(resultOf(await modern.modern('tools/list'))).toMatchObject({ tools: [{ name: 'one__echo' }] });
  });
});
