import { personIn } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import { operatorsBrowser } from '../support/clients/console-client.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let filing: TestApp;

beforeAll(async () => {
  const desk = await open(
    ScriptedHttp.start([echo, says('read_file', 'x', { title: 'Read a file' }), says('profile', 'x')]),
  );
  const crowd = await open(
    ScriptedHttp.start(Array.from({ length: 5 }, (_, n) => says(`crowded_tool_${String(n)}`, 'x'))),
  );
  gateway = await open(
    startGateway({
      mcpServers: {
        desk: { url: desk.url, description: 'Papers and drawers' },
        crowd: { url: crowd.url },
        secretive: { url: desk.url, tools: { deny: ['read_file'] } },
      },
      env: { EGRESS_ALLOW: [new URL(desk.url).host] },
    }),
  );
  filing = await createApp(gateway, 'filing', {
    mcpServers: { own: { url: desk.url } },
    workflows: { archive: doing([{ say: { set: { a: 1 } } }]) },
  });
  for (const server of ['desk', 'crowd', 'secretive', 'filing.own']) await gateway.mcp(server, 'tools');
});

async function search(q: string, client: GatewayClient = gateway, more = ''): Promise<Json[]> {
  const { status, body, text } = await client.json(`/api/search?q=${encodeURIComponent(q)}${more}`);
  if (status !== 200) throw new Error(text);
  return body['hits'] as Json[];
}

const named = (hits: Json[]) => hits.map(({ kind, name, detail }) => [kind, name, detail]);

describe('GET /api/search', () => {
  it('[search] finds each kind, with its page of the console, the best hit first', async () => {
    const browser = await operatorsBrowser(gateway);
    expect((await search('desk', browser))[0]).toEqual({
      ...{ kind: 'server', name: 'desk', detail: 'Papers and drawers' },
      href: '/console/servers/desk/tools',
    });
    expect((await search('drawers'))[0]).toMatchObject({ kind: 'server', name: 'desk' });
    const files = await search('file');
    expect(files[0]).toMatchObject({ kind: 'tool', name: 'read_file', title: 'Read a file' });
    expect(files.at(-1)).toMatchObject({ name: 'profile' });
    expect((await search('read desk')).length).toBe(0);
    expect((await search('filing'))[0]).toMatchObject({ kind: 'app', href: '/console/apps/filing/config' });
    expect((await search('archive'))[0]).toMatchObject({
      ...{ kind: 'workflow', detail: 'filing' },
      href: '/console/workflows/filing/archive',
    });
    expect((await search('setti'))[0]).toMatchObject({ kind: 'page', href: '/console/settings' });
    expect(await search('crowded', gateway, '&limit=3')).toHaveLength(3);
    expect((await gateway.json('/api/search?q=')).status).toBe(400);
  });

  it('[search-seen] finds only what the caller can see', async () => {
    const stranger = await personIn(gateway, 'searchers');
    expect(named(await search('filing', stranger))).toEqual([]);
    expect((await search('settings', stranger)).filter(({ kind }) => kind === 'page')).toEqual([]);
    const tools = (await search('read_file')).map(({ detail }) => detail);
    expect(tools).toContain('desk');
    expect(tools).not.toContain('secretive');
    const ofKey = await search('read', filing);
    expect(new Set(ofKey.map(({ detail }) => detail))).toEqual(new Set(['filing.own']));
    const { body } = await gateway.json('/api/cli/apps/filing/keys', { body: { scopes: ['tools:call'] } });
    expect(named(await search('read', new GatewayClient(gateway.url, String(body['key']))))).toEqual([]);
  });

  it('[cli-search] the command prints the hits', async () => {
    const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
    const { code, stdout } = await machine.run(['search', 'read file']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('read_file') as string]);
  });
});
