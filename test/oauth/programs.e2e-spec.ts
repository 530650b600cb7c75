import type { Principal } from '../../src/kernel/principal.js';
import { TokenVerifier } from '../../src/platform/security/token-verifier.port.js';
import { ServerRegistry } from '../../src/upstreams/declared/server-registry.service.js';
import { Reach } from '../../src/oauth/authorize/reach.port.js';
import { personIn } from '../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import { closeAfterAll } from '../support/closing.js';
import { programStage, type ProgramStage } from '../support/oauth/program-stage.js';
import { programOf } from '../support/oauth/programs.js';

const open = closeAfterAll();
let stage: ProgramStage;

beforeAll(async () => {
  stage = await programStage(open);
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
    expect(await reached(await stage.program(), everything)).toEqual({ listed: everything, open: callable });
    const stranger = await personIn(stage.gateway, 'strange');
    const other = await programOf(stage.gateway, stranger, stage.ofApp('shop'));
    expect((await other.json('/api/apps/shop/resolve')).status).toBe(401);
    expect((await other.json(`/api/sdk/tools?app=${String(stage.ids['shop'])}`)).status).toBe(401);
    const all = await programOf(stage.gateway, stranger);
    expect((await all.json('/api/sdk/tools?app=shop')).status).toBe(404);
  });

  it('[program-bound-server] is one server: its native and REST operations, under each of its names', async () => {
    for (const [handle, names] of [
      ['one', ['one', String(stage.ids['one'])]],
      ['shop.a', ['shop.a', String(stage.ids['shop.a'])]],
    ] as const) {
      const bound = await stage.program(stage.ofServer(handle));
      expect(await reached(bound, everything)).toEqual({ listed: [handle], open: [handle] });
      for (const name of names) {
        expect((await bound.call(name, 'echo', { a: 1 })).body).toMatchObject({
          structuredContent: { a: 1 },
        });
        expect((await bound.mcp(name, 'ping')).status).toBe(200);
        const native = bound.native(`servers/${name}`);
        await native.initialize();
        expect(await native.result('tools/list')).toMatchObject({ tools: [{ name: 'echo' }] });
        expect(resultOf(await bound.native(`servers/${name}`).modern('tools/list'))).toMatchObject({
          tools: [{ name: 'echo' }],
        });
      }
      for (const path of [
        '/api/sdk/tools',
        '/api/sdk/workflows',
        '/api/apps/-/resolve',
        '/api/apps/shop/resolve',
      ])
        expect([path, (await bound.json(path)).status]).toEqual([path, 401]);
    }
  });

  it('[program-bound-app] is one app: its endpoint, SDK and resolve, without naming it, and its servers', async () => {
    const bound = await stage.program(stage.ofApp('shop'));
    expect(await reached(bound, everything)).toEqual({
      listed: ['shop.a', 'shop.b'],
      open: ['shop.a', 'shop.b'],
    });
    for (const query of ['', '?app=shop', `?app=${String(stage.ids['shop'])}`])
      expect((await bound.json(`/api/sdk/tools${query}`)).body['tools']).toHaveLength(4);
    for (const app of ['-', 'shop', String(stage.ids['shop'])])
      expect((await bound.json(`/api/apps/${app}/resolve`)).body['app']).toMatchObject({ slug: 'shop' });
    const native = bound.native('apps/shop');
    await native.initialize();
    expect(
      resultOf(await native.request('tools/call', { name: 'b__echo', arguments: { b: 2 } })),
    ).toMatchObject({
      structuredContent: { b: 2 },
    });
    const run = await bound.json('/api/sdk/workflows/execute', { body: { workflow: 'wide' } });
    expect(run.body).toMatchObject({ status: 'completed' });
    expect(
      (
        await stage
          .program(stage.ofApp('farm'))
          .then((other) => other.json(`/api/sdk/workflows/runs/${String(run.body['runId'])}`))
      ).status,
    ).toBe(404);
  });

  it('[program-narrowed] is no more on any way than the servers that its person left it', async () => {
    const narrowed = await stage.program({
      ...stage.ofApp('shop'),
      servers: new Set(['shop.a', 'farm.a', 'two']),
    });
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
      expect(answer.text).not.toMatch(/Did you mean \\"(b__|wide|workflow__wide)/);
    }
    const native = narrowed.native('apps/shop');
    await native.initialize();
    const tools = (await native.result('tools/list'))['tools'] as Json[];
    expect(tools.map(({ name }) => name)).toEqual(['a__echo', 'workflow__narrow']);
    expect((await native.request('tools/call', { name: 'b__echo' })).text).toContain('tool-not-found');
    expect((await native.request('resources/read', { uri: 'gantry://b/note%3A%2F%2Fone' })).text).toContain(
      'resource-not-found',
    );
    const whole = await stage.program(stage.ofApp('shop'));
    expect((await whole.json('/api/sdk/tools')).body['tools']).toHaveLength(4);
    expect((await narrowed.json('/api/sdk/tools')).body['tools']).toHaveLength(2);
  });

  it('[program-narrowed] shows of runs its own only, since others tell what other servers said', async () => {
    const narrowed = await stage.program({ servers: new Set(['shop.a']) });
    const wide = await stage.person.json('/api/sdk/workflows/execute?app=shop', {
      body: { workflow: 'wide' },
    });
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
    const app = await stage.person.newApp('grows', { mcpServers: { a: { use: 'one' } } }, { slug: 'grows' });
    const narrowed = await stage.program({ servers: new Set(['grows.a']) });
    const native = narrowed.native('apps/grows');
    await native.initialize();
    const stream = await open(native.stream());
    await stage.person.save(app['id'], { mcpServers: { a: { use: 'one' }, b: { use: 'two' } } });
    await stream.received('the change', ({ method }) => method === 'notifications/tools/list_changed');
    const { tools } = (await native.result('tools/list')) as { tools: Json[] };
    expect(tools.map(({ name }) => name)).toEqual(['a__echo']);
  });

  it('[program-quick] is known at once for tokens that were seen lately, and for published servers', async () => {
    for (const terms of [{}, stage.ofServer('one'), { servers: new Set(['one']) }]) {
      const program = await stage.program(terms);
      expect((await program.call('one', 'echo', {})).status).toBe(200);
      const { app } = stage.gateway;
      const principal = app.get(TokenVerifier, { strict: false }).verify(program.token);
      expect(principal).toMatchObject({ grant: { grantId: program.grantId } });
      const server = app.get(ServerRegistry, { strict: false }).get(principal as Principal, 'one');
      expect(server).toMatchObject({ handle: 'one' });
    }
  });

  it('[program-me] is told by the token itself', async () => {
    const one = await stage.program(stage.ofServer('one'));
    const { body } = await one.json('/api/cli/auth/me');
    expect(body['token']).toMatchObject({
      kind: 'grant',
      id: one.tokenId,
      scopes: ['tools:read', 'tools:call'],
    });
    expect((body['token'] as Json)['hint']).toMatch(/^gto_…/);
    const { body: own } = await stage.person.json('/api/cli/auth/tokens');
    expect((own['tokens'] as Json[]).map(({ kind }) => kind)).not.toContain('grant');
    const bare = await new NativeClient(`${stage.gateway.url}/api/servers/one/mcp`).send('{}', {
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
    const reach = stage.gateway.app.get(Reach, { strict: false });
    const { servers, apps } = await reach.of(...(await whose(stage.person)));
    const handles = servers.map(({ handle }) => handle);
    expect(handles).toEqual(expect.arrayContaining(callable));
    expect(handles).not.toContain('three');
    expect(apps).toContainEqual({ id: stage.ids['shop'], slug: 'shop', name: 'shop' });
    const stranger = await personIn(stage.gateway, 'elsewhere');
    expect(await reach.of(...(await whose(stranger)))).toEqual({
      servers: [{ handle: 'one' }, { handle: 'two' }],
      apps: [],
    });
  });

  it('[program-reach] is found by its address, whichever of its names stands in it, with a slash or without', async () => {
    const reach = stage.gateway.app.get(Reach, { strict: false });
    const me = await whose(stage.person);
    const server = {
      binding: { kind: 'server', serverId: stage.ids['shop.a'] },
      canonical: `${stage.gateway.url}/api/servers/shop.a/mcp`,
      title: 'shop.a',
    };
    const app = {
      binding: { kind: 'app', appId: stage.ids['shop'] },
      canonical: `${stage.gateway.url}/api/apps/shop/mcp`,
      title: 'shop',
    };
    const addresses = (path: string) => [
      stage.gateway.url + path,
      `${stage.gateway.url}${path}/`,
      stage.gateway.url.replace('http', 'HTTP') + path,
    ];
    for (const name of ['shop.a', stage.ids['shop.a']])
      for (const address of addresses(`/api/servers/${String(name)}/mcp`))
        expect(await reach.resolve(address, ...me)).toEqual(server);
    for (const name of ['shop', stage.ids['shop']])
      for (const address of addresses(`/api/apps/${String(name)}/mcp`))
        expect(await reach.resolve(address, ...me)).toEqual(app);
    const stranger = await whose(await personIn(stage.gateway, 'nowhere'));
    expect(await reach.resolve(app.canonical, ...stranger)).toBeUndefined();
    for (const wrong of [
      'no address',
      stage.gateway.url,
      `${stage.gateway.url}/api/servers/three/mcp`,
      `${stage.gateway.url}/api/servers/made-up/mcp`,
      `${stage.gateway.url}/api/servers/one/mcp/tools`,
      `${stage.gateway.url}/api/servers/one/mcp?x=1`,
      `${stage.gateway.url}/api/servers/one/mcp#x`,
      'https://elsewhere.example/api/servers/one/mcp',
    ])
      expect([wrong, await reach.resolve(wrong, ...me)]).toEqual([wrong, undefined]);
  });
});
