import { Reach } from '../../src/oauth/authorize/reach.port.js';
import { operatorOf, personIn, type AppsClient } from '../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { ModelServer } from '../support/model-server.js';
import { operationsOf, type Located, type OpenApiDocument } from '../support/openapi-document.js';
import { programOf, serverIdOf, type ProgramClient, type ProgramTerms } from '../support/programs.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let person: AppsClient;
let closed: Located[];
const ids: Record<string, string> = {};

const step = (server: string) => ({ act: { call: `echo@${server}`, with: { from: server } } });
const config = {
  mcpServers: { a: { use: 'one' }, b: { use: 'two' } },
  workflows: { wide: doing([step('a'), step('b')]), narrow: doing([step('a')]) },
};

beforeAll(async () => {
  const server = await open(ScriptedHttp.start([echo]));
  const model = await open(ModelServer.start());
  gateway = await open(
    startGateway({
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
      mcpServers: { one: { url: server.url }, two: { url: server.url }, three: { url: server.url, disabled: true } },
    }),
  );
  person = operatorOf(gateway);
  for (const slug of ['shop', 'farm']) ids[slug] = String((await person.newApp(slug, config, { slug }))['id']);
  for (const handle of ['one', 'shop.a']) ids[handle] = await serverIdOf(person, handle);
  const document = (await gateway.json('/api/openapi.json')).body as unknown as OpenApiDocument;
  closed = operationsOf(document).filter(({ security }) => security?.some((it) => 'bearer' in it));
});

/** The operations that programs may use at all. A new one is not among them until somebody says so here. */
const ofServers = [
  ...['GET …/ping', 'GET …/tools', 'POST …/call', 'GET …/resources', 'POST …/resources/read'],
  ...['GET …/prompts', 'POST …/prompts/get', 'POST …', 'GET …', 'DELETE …', 'POST …/chat'],
].map((at) => at.replace('…', '/api/servers/{server}/mcp'));
const ofApps = [
  ...['GET …/tools', 'POST …/tools/call', 'GET …/resources', 'POST …/resources/read', 'GET …/prompts'],
  ...['POST …/prompts/get', 'GET …/workflows', 'POST …/workflows/execute', 'GET …/workflows/runs'],
].map((at) => at.replace('…', '/api/sdk'));
const ofRuns = ['GET …', 'GET …/events', 'POST …/cancel', 'POST …/signals/{type}', 'POST …/retry'].map((at) =>
  at.replace('…', '/api/sdk/workflows/runs/{run}'),
);
const ofEndpoints = ['POST …/mcp', 'GET …/mcp', 'DELETE …/mcp', 'GET …/resolve'].map((at) =>
  at.replace('…', '/api/apps/{app}'),
);
const ofAll = ['GET /api/servers', 'GET /api/cli/auth/me'];
const openToPrograms = [...ofServers, ...ofApps, ...ofRuns, ...ofEndpoints, ...ofAll];

/** What each operation answers: to plain requests about things that are there, but not for this program. */
async function walk(program: ProgramClient, names: { server: string; app: string }) {
  const answers: Record<string, string> = {};
  const values: Readonly<Record<string, string>> = { ...names, run: 'run_none', type: 'go' };
  for (const { at, method, path } of closed) {
    const to = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none');
    const query = path.startsWith('/api/sdk') && !path.includes('{run}') ? `?app=${names.app}` : '';
    const { status, body } = await program.json(to + query, {
      method,
      ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body: bodies[at] ?? {} } : {}),
    });
    answers[at] = `${String(status)} ${String(body['code'])}`;
  }
  return answers;
}

const bodies: Readonly<Record<string, Json>> = {
  'POST /api/servers/{server}/mcp/call': { name: 'echo' },
  'POST /api/servers/{server}/mcp/resources/read': { uri: 'note://one' },
  'POST /api/servers/{server}/mcp/prompts/get': { name: 'greet' },
  'POST /api/servers/{server}/mcp/chat': { messages: [{ role: 'user', content: 'hi' }] },
  'POST /api/sdk/tools/call': { name: 'a__echo' },
  'POST /api/sdk/resources/read': { uri: 'note://one', server: 'a' },
  'POST /api/sdk/prompts/get': { name: 'a__greet' },
  'POST /api/sdk/workflows/execute': { workflow: 'narrow' },
};

const program = (terms: ProgramTerms = {}) => programOf(gateway, person, terms);
const ofServer = (handle: string) => ({
  resource: { kind: 'server' as const, serverId: String(ids[handle]) },
});
const ofApp = (slug: string) => ({ resource: { kind: 'app' as const, appId: String(ids[slug]) } });

describe('A program with a grant, at every operation', () => {
  const kinds: readonly [string, () => ProgramTerms][] = [
    ['for all', () => ({})],
    ['bound to a server', () => ofServer('one')],
    ['bound to an app', () => ofApp('farm')],
    ['narrowed', () => ({ servers: new Set(['one']), apps: new Set([String(ids['farm'])]) })],
  ];

  it.each(kinds)('[program-walk] is refused all but what programs are for: %s', async (_, terms) => {
    const answers = await walk(await program(terms()), { server: 'two', app: 'shop' });
    const shut = closed.map(({ at }) => at).filter((at) => !openToPrograms.includes(at));
    expect(Object.fromEntries(shut.map((at) => [at, answers[at]]))).toEqual(
      Object.fromEntries(shut.map((at) => [at, '403 forbidden'])),
    );
    expect(Object.keys(answers).filter((at) => answers[at] === '403 forbidden').sort()).toEqual(shut.sort());
    expect(Object.values(answers).filter((answer) => answer.startsWith('5'))).toEqual([]);
  });

  it.each(kinds.slice(1, 3))('[program-walk] %s is nobody at another resource', async (_, terms) => {
    const answers = await walk(await program(terms()), { server: 'two', app: 'shop' });
    const others = [...ofServers, ...ofApps, ...ofEndpoints];
    expect(Object.fromEntries(others.map((at) => [at, answers[at]]))).toEqual(
      Object.fromEntries(others.map((at) => [at, '401 unauthorized'])),
    );
    const missing = await walk(await program(terms()), { server: 'made-up', app: 'made-up' });
    expect(missing).toEqual(answers);
  });

  it('[program-walk] narrowed finds what it was not left as little as what is not there', async () => {
    const narrowed = await program({ servers: new Set(['one']), apps: new Set([String(ids['farm'])]) });
    const answers = await walk(narrowed, { server: 'two', app: 'shop' });
    for (const at of ofServers) expect([at, answers[at]]).toEqual([at, '404 server-not-found']);
    for (const at of [...ofApps, ...ofEndpoints]) expect([at, answers[at]]).toEqual([at, '404 app-not-found']);
    expect(await walk(narrowed, { server: 'made-up', app: 'made-up' })).toEqual(answers);
    const told = await narrowed.json('/api/servers/tw/mcp/tools');
    expect(told.text).not.toContain('two');
  });

  it('[program-walk] has only the scopes of programs, whatever was written, and is no operator', async () => {
    const greedy = await program({ scopes: ['tools:read', 'account', 'operator', 'apps:write'] });
    const { body } = await greedy.json('/api/cli/auth/me');
    expect(body['token']).toMatchObject({ kind: 'grant', scopes: ['tools:read'] });
    expect((await greedy.json('/metrics')).status).toBe(403);
    expect((await greedy.json('/api/calls')).status).toBe(403);
  });
});

/** Handles in the list of servers, and those among `tried` whose tools can be listed. */
async function reached(client: GatewayClient, tried: readonly string[]) {
  const { body } = await client.json('/api/servers');
  const open = [];
  for (const handle of tried)
    if ((await client.json(`/api/servers/${handle}/mcp/tools`)).status === 200) open.push(handle);
  return { listed: (body['servers'] as Json[]).map(({ handle }) => handle), open };
}

const everything = ['farm.a', 'farm.b', 'one', 'shop.a', 'shop.b', 'three', 'two'];
const callable = everything.filter((handle) => handle !== 'three');

describe('What a grant is for', () => {
  it('[program-unbound] is everything that its person reaches, and the account of nobody else', async () => {
    expect(await reached(await program(), everything)).toEqual({ listed: everything, open: callable });
    const stranger = await personIn(gateway, 'strange');
    const other = await programOf(gateway, stranger, ofApp('shop'));
    expect((await other.json('/api/apps/shop/resolve')).status).toBe(401);
    expect((await other.json(`/api/sdk/tools?app=${String(ids['shop'])}`)).status).toBe(401);
    const all = await programOf(gateway, stranger);
    expect((await all.json('/api/sdk/tools?app=shop')).status).toBe(404);
  });

  it('[program-bound-server] is one server: its native and REST operations, under each of its names', async () => {
    for (const [handle, names] of [
      ['one', ['one', String(ids['one'])]],
      ['shop.a', ['shop.a', String(ids['shop.a'])]],
    ] as const) {
      const bound = await program(ofServer(handle));
      expect(await reached(bound, everything)).toEqual({ listed: [handle], open: [handle] });
      for (const name of names) {
        expect((await bound.call(name, 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
        expect((await bound.mcp(name, 'ping')).status).toBe(200);
        const native = bound.native(`servers/${name}`);
        await native.initialize();
        expect(await native.result('tools/list')).toMatchObject({ tools: [{ name: 'echo' }] });
        expect(resultOf(await bound.native(`servers/${name}`).modern('tools/list'))).toMatchObject({
          tools: [{ name: 'echo' }],
        });
      }
      for (const path of ['/api/sdk/tools', '/api/sdk/workflows', '/api/apps/-/resolve', '/api/apps/shop/resolve'])
        expect([path, (await bound.json(path)).status]).toEqual([path, 401]);
    }
  });

  it('[program-bound-app] is one app: its endpoint, SDK and resolve, without naming it, and its servers', async () => {
    const bound = await program(ofApp('shop'));
    expect(await reached(bound, everything)).toEqual({
      listed: ['shop.a', 'shop.b'],
      open: ['shop.a', 'shop.b'],
    });
    for (const query of ['', '?app=shop', `?app=${String(ids['shop'])}`])
      expect((await bound.json(`/api/sdk/tools${query}`)).body['tools']).toHaveLength(4);
    for (const app of ['-', 'shop', String(ids['shop'])])
      expect((await bound.json(`/api/apps/${app}/resolve`)).body['app']).toMatchObject({ slug: 'shop' });
    const native = bound.native('apps/shop');
    await native.initialize();
    expect(resultOf(await native.request('tools/call', { name: 'b__echo', arguments: { b: 2 } }))).toMatchObject({
      structuredContent: { b: 2 },
    });
    const run = await bound.json('/api/sdk/workflows/execute', { body: { workflow: 'wide' } });
    expect(run.body).toMatchObject({ status: 'completed' });
    expect((await program(ofApp('farm')).then((other) => other.json(`/api/sdk/workflows/runs/${String(run.body['runId'])}`))).status).toBe(404);
  });

  it('[program-narrowed] is no more on any way than the servers that its person left it', async () => {
    const narrowed = await program({ ...ofApp('shop'), servers: new Set(['shop.a', 'farm.a', 'two']) });
    expect(await reached(narrowed, everything)).toEqual({ listed: ['shop.a'], open: ['shop.a'] });
    const names = async (path: string, list: string, member = 'name') =>
      ((await narrowed.json(path)).body[list] as Json[]).map((item) => item[member]);
    expect(await names('/api/sdk/tools', 'tools')).toEqual(['a__echo', 'workflow__narrow']);
    expect(await names('/api/sdk/tools?search=echo', 'tools')).not.toContain('b__echo');
    expect(await names('/api/sdk/prompts', 'prompts')).toEqual(['a__greet']);
    expect(await names('/api/sdk/resources', 'resources', 'server')).toEqual(['a']);
    expect(await names('/api/sdk/workflows', 'workflows')).toEqual(['narrow']);
    expect(await names('/api/apps/-/resolve', 'servers')).toEqual(['a']);
    expect(await names('/api/apps/-/resolve', 'workflows')).toEqual(['narrow']);
    const refused = [
      ['/api/sdk/tools?server=b', undefined, 'server-not-found'],
      ['/api/sdk/tools/call', { name: 'b__echo' }, 'tool-not-found'],
      ['/api/sdk/resources/read', { uri: 'note://one', server: 'b' }, 'server-not-found'],
      ['/api/sdk/prompts/get', { name: 'b__greet', arguments: { who: 'x' } }, 'prompt-not-found'],
      ['/api/sdk/workflows/execute', { workflow: 'wide' }, 'workflow-not-found'],
      ['/api/sdk/tools/call', { name: 'workflow__wide' }, 'tool-not-found'],
    ] as const;
    for (const [path, body, code] of refused) {
      const answer = await narrowed.json(path, body === undefined ? {} : { body });
      expect([path, answer.body['code']]).toEqual([path, code]);
      expect(answer.text).not.toMatch(/b__(?!greet"|echo")/);
    }
    const native = narrowed.native('apps/shop');
    await native.initialize();
    const tools = (await native.result('tools/list'))['tools'] as Json[];
    expect(tools.map(({ name }) => name)).toEqual(['a__echo', 'workflow__narrow']);
    expect((await native.request('tools/call', { name: 'b__echo' })).text).toContain('tool-not-found');
    expect((await native.request('resources/read', { uri: 'gantry://b/note%3A%2F%2Fone' })).text).toContain(
      'resource-not-found',
    );
    const whole = await program(ofApp('shop'));
    expect((await whole.json('/api/sdk/tools')).body['tools']).toHaveLength(4);
    expect((await narrowed.json('/api/sdk/tools')).body['tools']).toHaveLength(2);
  });

  it('[program-narrowed] shows of runs its own only, since others tell what other servers said', async () => {
    const narrowed = await program({ servers: new Set(['shop.a']) });
    const wide = await person.json('/api/sdk/workflows/execute?app=shop', { body: { workflow: 'wide' } });
    const own = await narrowed.json('/api/sdk/workflows/execute?app=shop', { body: { workflow: 'narrow' } });
    const path = (of: typeof own) => `/api/sdk/workflows/runs/${String(of.body['runId'])}`;
    for (const rest of ['', '/events']) expect((await narrowed.json(path(wide) + rest)).status).toBe(404);
    for (const rest of ['/cancel', '/retry', '/signals/go'])
      expect((await narrowed.json(path(wide) + rest, { body: {} })).status).toBe(404);
    expect((await narrowed.json(path(own))).body).toMatchObject({ status: 'completed' });
    const { body } = await narrowed.json('/api/sdk/workflows/runs?app=shop');
    expect((body['runs'] as Json[]).map(({ runId }) => runId)).toEqual([own.body['runId']]);
  });

  it('[program-narrowed] stays that narrow while the app changes', async () => {
    const app = await person.newApp('grows', { mcpServers: { a: { use: 'one' } } }, { slug: 'grows' });
    const narrowed = await program({ servers: new Set(['grows.a']) });
    const native = narrowed.native('apps/grows');
    await native.initialize();
    const stream = await open(native.stream());
    await person.save(app['id'], { mcpServers: { a: { use: 'one' }, b: { use: 'two' } } });
    await stream.received('the change', ({ method }) => method === 'notifications/tools/list_changed');
    const { tools } = (await native.result('tools/list')) as { tools: Json[] };
    expect(tools.map(({ name }) => name)).toEqual(['a__echo']);
  });

  it('[program-me] is told by the token itself', async () => {
    const one = await program(ofServer('one'));
    const { body } = await one.json('/api/cli/auth/me');
    expect(body['token']).toMatchObject({ kind: 'grant', id: one.tokenId, scopes: ['tools:read', 'tools:call'] });
    expect((body['token'] as Json)['hint']).toMatch(/^gto_…/);
    const { body: own } = await person.json('/api/cli/auth/tokens');
    expect((own['tokens'] as Json[]).map(({ kind }) => kind)).not.toContain('grant');
    const bare = await new NativeClient(`${gateway.url}/api/servers/one/mcp`).send('{}', {
      authorization: one.token,
    });
    expect(bare.text).toContain('The token stands alone');
  });
});

describe('What a person can let a program in to', () => {
  const whose = async (of: GatewayClient) => {
    const { account, user } = (await of.json('/api/cli/auth/me')).body as Record<string, Json>;
    return [String(account?.['id']), String(user?.['id'])] as const;
  };

  it('[program-reach] is what there is in the account, but what is disabled', async () => {
    const reach = gateway.app.get(Reach, { strict: false });
    const { servers, apps } = await reach.of(...(await whose(person)));
    const handles = servers.map(({ handle }) => handle);
    expect(handles).toEqual(expect.arrayContaining(callable));
    expect(handles).not.toContain('three');
    expect(apps).toContainEqual({ id: ids['shop'], slug: 'shop', name: 'shop' });
    const stranger = await personIn(gateway, 'elsewhere');
    expect(await reach.of(...(await whose(stranger)))).toEqual({
      servers: [{ handle: 'one' }, { handle: 'two' }],
      apps: [],
    });
  });

  it('[program-reach] is found by its address, whichever of its names stands in it, with a slash or without', async () => {
    const reach = gateway.app.get(Reach, { strict: false });
    const me = await whose(person);
    const server = {
      binding: { kind: 'server', serverId: ids['shop.a'] },
      canonical: `${gateway.url}/api/servers/shop.a/mcp`,
      title: 'shop.a',
    };
    const app = {
      binding: { kind: 'app', appId: ids['shop'] },
      canonical: `${gateway.url}/api/apps/shop/mcp`,
      title: 'shop',
    };
    const addresses = (path: string) => [
      gateway.url + path,
      `${gateway.url}${path}/`,
      gateway.url.replace('http', 'HTTP') + path,
    ];
    for (const name of ['shop.a', ids['shop.a']])
      for (const address of addresses(`/api/servers/${String(name)}/mcp`))
        expect(await reach.resolve(address, ...me)).toEqual(server);
    for (const name of ['shop', ids['shop']])
      for (const address of addresses(`/api/apps/${String(name)}/mcp`))
        expect(await reach.resolve(address, ...me)).toEqual(app);
    const stranger = await whose(await personIn(gateway, 'nowhere'));
    expect(await reach.resolve(app.canonical, ...stranger)).toBeUndefined();
    for (const wrong of [
      'no address',
      gateway.url,
      `${gateway.url}/api/servers/three/mcp`,
      `${gateway.url}/api/servers/made-up/mcp`,
      `${gateway.url}/api/servers/one/mcp/tools`,
      `${gateway.url}/api/servers/one/mcp?x=1`,
      `${gateway.url}/api/servers/one/mcp#x`,
      'https://elsewhere.example/api/servers/one/mcp',
    ])
      expect([wrong, await reach.resolve(wrong, ...me)]).toEqual([wrong, undefined]);
  });
});
