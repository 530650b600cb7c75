import { browserOf } from '../../support/clients/console-client.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Answer, GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { programOf } from '../../support/oauth/programs.js';
import { GrantsStage } from '../../support/policies/grants-stage.js';

const open = closeAfterAll();
let stage: GrantsStage;

beforeAll(async () => {
  stage = await GrantsStage.start(open);
  await stage.owner.call('files', 'echo');
  await stage.owner.call('vault', 'echo');
  await stage.owner.json('/api/sdk/tools?app=shop');
  await stage.grant({
    ...{ role: 'member', servers: ['files', 'shop.files', 'workflows'] },
    tools: { allow: ['echo', 'greet'] },
  });
});

/** What there is to be had, what grants keep from the member, and what there is not. */
interface Names {
  readonly server: string;
  readonly tool: string;
  readonly workflow: string;
}

const granted: Names = { server: 'files', tool: 'echo', workflow: 'greet' };
const refusedServer: Names = { server: 'vault', tool: 'echo', workflow: 'heist' };
const missingServer: Names = { server: 'vau1t', tool: 'echo', workflow: 'he1st' };
const refusedTool: Names = { server: 'files', tool: 'erase', workflow: 'heist' };
const missingTool: Names = { server: 'files', tool: 'era5e', workflow: 'he1st' };

type Door = (client: GatewayClient, names: Names) => Promise<unknown>;

const told = ({ status, body }: Answer) => ({ status, code: body['code'], detail: body['detail'] });
const mcp =
  (operation: string, body?: Json): Door =>
  async (client, { server }) =>
    told(await client.mcp(server, operation, body));
const native = (client: GatewayClient, path: string) =>
  new NativeClient(`${client.url}/api/${path}/mcp`, client.token);
const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const saved = async (client: GatewayClient, { server }: Names) => {
  const config = { mcpServers: { mine: { use: server } } };
  const { status, body } = await client.json('/api/cli/apps', {
    body: { name: `of ${server} ${String(Math.random())}`, config },
  });
  return { status, code: body['code'], errors: body['errors'] };
};

const ofServers: Readonly<Record<string, Door>> = {
  'tools of a server': mcp('tools'),
  'a call': async (client, { server, tool }) => told(await client.call(server, tool)),
  'a call of a server of an app': async (client, { server, tool }) =>
    told(await client.call(`shop.${server}`, tool)),
  resources: mcp('resources'),
  'a resource': mcp('resources/read', { uri: 'note://one' }),
  prompts: mcp('prompts'),
  'a prompt': mcp('prompts/get', { name: 'greet', arguments: { who: 'you' } }),
  ping: mcp('ping'),
  'native 2025': async (client, { server }) => {
    const { status, text } = await native(client, `servers/${server}`).send(initialize);
    return { status, code: (JSON.parse(text.replace(/^[^{]*/, '')) as Json)['code'] };
  },
  'native 2026': async (client, { server }) => {
    const { status, messages } = await native(client, `servers/${server}`).modern('tools/list');
    return { status, code: messages[0]?.['code'] };
  },
  'the SDK': async (client, { server, tool }) =>
    told(await client.json('/api/sdk/tools/call?app=shop', { body: { name: `${server}__${tool}` } })),
  'a list of the SDK': async (client, { server }) =>
    told(await client.json(`/api/sdk/tools?app=shop&server=${server}`)),
  'a resource by the SDK': async (client, { server }) =>
    told(await client.json('/api/sdk/resources/read?app=shop', { body: { uri: 'note://one', server } })),
  'a prompt by the SDK': async (client, { server }) =>
    told(
      await client.json('/api/sdk/prompts/get?app=shop', {
        body: { name: `${server}__greet`, arguments: { who: 'you' } },
      }),
    ),
  'a workflow': async (client, { workflow }) =>
    told(await client.json('/api/sdk/workflows/execute?app=shop', { body: { workflow } })),
  'a workflow as a tool': async (client, { workflow }) =>
    told(await client.json('/api/sdk/tools/call?app=shop', { body: { name: `workflow__${workflow}` } })),
  'use in an app': saved,
};

const ofTools: Readonly<Record<string, Door>> = {
  'a call': async (client, { server, tool }) => told(await client.call(server, tool)),
  'a call with a key': async (client, { server, tool }) =>
    told(await client.call(server, tool, {}, {}, { headers: { 'idempotency-key': `k-${tool}` } })),
  'a stream': async (client, { server, tool }) => {
    const { response } = await client.stream(server, tool);
    return { status: response.status };
  },
  'the SDK': async (client, { server, tool }) =>
    told(await client.json('/api/sdk/tools/call?app=shop', { body: { name: `${server}__${tool}` } })),
  'native 2025': async (client, { server, tool }) => {
    const at = native(client, `servers/${server}`);
    await at.initialize();
    const { messages } = await at.request('tools/call', { name: tool, arguments: {} });
    return { status: messages[0]?.['error'] === undefined ? 200 : 404, error: messages[0]?.['error'] };
  },
  'native 2026': async (client, { server, tool }) => {
    const { messages } = await native(client, `servers/${server}`).modern('tools/call', {
      name: tool,
      arguments: {},
    });
    return { status: messages[0]?.['error'] === undefined ? 200 : 404, error: messages[0]?.['error'] };
  },
  'native at the app': async (client, { server, tool }) => {
    const at = native(client, 'apps/shop');
    const { messages } = await at.modern('tools/call', { name: `${server}__${tool}`, arguments: {} });
    return { status: messages[0]?.['error'] === undefined ? 200 : 404, error: messages[0]?.['error'] };
  },
};

/** The same but for the names, and whatever is made anew each time. */
function withoutNames(answer: unknown, names: Names): unknown {
  const shown = [names.server, names.tool, names.workflow].reduce(
    (text, name) => text.replaceAll(name, '…'),
    JSON.stringify(answer),
  );
  return JSON.parse(shown.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""'));
}

const callers: Readonly<Record<string, () => Promise<GatewayClient>>> = {
  'a token': () => Promise.resolve(stage.member),
  'a browser': () => browserOf(stage.gateway, stage.member.userId),
};

describe.each(Object.keys(callers))('By %s', (caller) => {
  let client: GatewayClient;
  beforeAll(async () => {
    client = (await callers[caller]?.()) ?? stage.member;
  });

  const isNative = (name: string) => name.startsWith('native');
  const doorsOf = (doors: Readonly<Record<string, Door>>) =>
    Object.entries(doors).filter(([name]) => caller === 'a token' || !isNative(name));

  it.each(doorsOf(ofServers))('[grants-doors] a server that is refused is none: %s', async (_, door) => {
    expect([200, 201]).toContain(((await door(client, granted)) as Json)['status']);
    const refused = await door(client, refusedServer);
    const missing = await door(client, missingServer);
    expect(refused).not.toMatchObject({ status: 200 });
    expect(withoutNames(refused, refusedServer)).toEqual(withoutNames(missing, missingServer));
    expect(JSON.stringify(missing)).not.toMatch(/vault|heist/);
  });

  it.each(doorsOf(ofTools))('[grants-doors] a tool that is refused is none: %s', async (_, door) => {
    expect(await door(client, granted)).toMatchObject({ status: 200 });
    const refused = await door(client, refusedTool);
    const missing = await door(client, missingTool);
    expect(refused).toMatchObject({ status: 404 });
    expect(withoutNames(refused, refusedTool)).toEqual(withoutNames(missing, missingTool));
    expect(JSON.stringify(missing)).not.toContain('erase');
  });

  it.each([
    ['servers', '/api/servers'],
    ['search', '/api/search?q=vault'],
    ['search for tools', '/api/search?q=erase'],
    ['search for workflows', '/api/search?q=heist'],
    ['tools', '/api/sdk/tools?app=shop'],
    ['the search of tools', '/api/sdk/tools?app=shop&search=erase'],
    ['resources', '/api/sdk/resources?app=shop'],
    ['prompts', '/api/sdk/prompts?app=shop'],
    ['workflows', '/api/sdk/workflows?app=shop'],
    ['resolve', '/api/apps/shop/resolve'],
    ['drift', '/api/cli/apps/shop/tools/drift'],
    ['connections', '/api/connections'],
  ])('[grants-lists] nothing of what is refused is in the list of %s', async (_, path) => {
    const { status, text } = await client.json(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(/vault|erase|heist/);
    const whole = await stage.owner.json(path);
    if (!/drift|connections/.test(path)) expect(whole.text).toMatch(/vault|erase|heist/);
  });
});

it('[grants-programs] a program of the member gets no more than the member, nor than it was let in to', async () => {
  const program = await programOf(stage.gateway, stage.member, { servers: new Set(['files', 'vault']) });
  expect(await program.toolNames('files')).toEqual(['echo']);
  expect((await program.call('vault', 'echo')).status).toBe(404);
  const narrow = await programOf(stage.gateway, stage.member, { servers: new Set(['vault']) });
  expect((await narrow.call('files', 'echo')).status).toBe(404);
  const ofOwner = await programOf(stage.gateway, stage.owner, { servers: new Set(['vault']) });
  expect((await ofOwner.call('vault', 'erase')).status).toBe(200);
});
