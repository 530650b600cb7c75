import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import {
  PromptSchema as PromptV2,
  ResourceSchema as ResourceV2,
  ToolSchema as ToolV2,
} from '@modelcontextprotocol/core';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { oddPrompts, oddResources, oddTools } from '../support/upstreams/odd/odd-items.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;
let odd: ScriptedHttp;
let app: TestApp;
let v1: ClientV1;
let v2: ClientV2;

const first = { name: 'first', inputSchema: { type: 'object' } };
const last = { name: 'last', inputSchema: { type: 'object' } };
const lists = {
  tools: { method: 'tools/list', neighbours: [first, last] },
  prompts: { method: 'prompts/list', neighbours: [{ name: 'first' }, { name: 'last' }] },
  resources: {
    method: 'resources/list',
    neighbours: [
      { uri: 'odd://first', name: 'first' },
      { uri: 'odd://last', name: 'last' },
    ],
  },
} as const;
type List = keyof typeof lists;

beforeAll(async () => {
  odd = await keep(ScriptedHttp.start([echo]));
  const fine = await keep(ScriptedHttp.start([echo]));
  gateway = await keep(
    startGateway({
      env: { MAX_LIST_ITEM_BYTES: 40_000 },
      mcpServers: { odd: { url: odd.url }, fine: { url: fine.url } },
    }),
  );
  app = await createApp(gateway, 'lists', { mcpServers: { odd: { use: 'odd' }, fine: { use: 'fine' } } });
  const headers = { authorization: `Bearer ${app.token}` };
  const url = new URL(`${gateway.url}/api/apps/lists/mcp`);
  v1 = new ClientV1({ name: 'v1', version: '1' });
  await v1.connect(new TransportV1(url, { requestInit: { headers } }));
  await keep(v1);
  v2 = new ClientV2({ name: 'v2', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await v2.connect(new TransportV2(url, { requestInit: { headers } }));
  await keep(v2);
});

afterEach(() => {
  odd.methods.clear();
});

/** Sends this item between two others from now on. */
async function listing(list: List, item: unknown): Promise<void> {
  const { method, neighbours } = lists[list];
  odd.methods.set(method, (exchange) => {
    exchange.result({ [list]: [neighbours[0], item, neighbours[1]] });
  });
  expect((await gateway.mcp('odd', `${list}?refresh=true`)).status).toBe(200);
}

/** What the row of the server says about one of its lists. */
async function faults(list: List = 'tools'): Promise<Json[]> {
  const all = ((await gateway.server('odd'))?.['listFaults'] ?? []) as Json[];
  return all.filter((fault) => fault['list'] === list);
}

describe('A list with an item that clients refuse', () => {
  it.each(oddTools)(
    '[list-item-fits] is valid for both SDKs with all other tools: $shape',
    async ({ item, listed, detail }) => {
      await listing('tools', item);
      const names = ['odd__first', ...(listed === undefined ? [] : ['odd__odd']), 'odd__last', 'fine__echo'];
      const old = await v1.listTools();
      const modern = await v2.listTools(undefined, { cacheMode: 'refresh' });
      expect(old.tools.map(({ name }) => name)).toEqual(names);
      expect(modern.tools.map(({ name }) => name)).toEqual(names);
      for (const tool of modern.tools) expect(ToolV2.safeParse(tool).success).toBe(true);
      const { tools } = (await gateway.mcp('odd', 'tools')).body as { tools: Json[] };
      const shown = tools.find(({ name }) => name === 'odd');
      if (listed === undefined) expect(shown).toBeUndefined();
      else expect(shown).toMatchObject(listed);
      for (const member of [
        'title',
        'description',
        'annotations',
        'icons',
        'execution',
        'outputSchema',
        '_meta',
      ])
        if (listed !== undefined && !Object.hasOwn(listed, member) && member !== 'execution')
          expect(shown).not.toHaveProperty(member);
      const [fault, ...others] = await faults();
      expect(others).toEqual([]);
      expect(fault).toMatchObject({ list: 'tools', effect: listed === undefined ? 'left-out' : 'repaired' });
      expect(fault?.['detail']).toMatch(detail);
    },
  );

  it.each(oddPrompts)(
    '[list-item-fits] is valid for both SDKs with all other prompts: $shape',
    async ({ item, listed, detail }) => {
      await listing('prompts', item);
      const names = ['odd__first', ...(listed === undefined ? [] : ['odd__odd']), 'odd__last', 'fine__greet'];
      const { prompts } = await v2.listPrompts(undefined, { cacheMode: 'refresh' });
      expect((await v1.listPrompts()).prompts.map(({ name }) => name)).toEqual(names);
      expect(prompts.map(({ name }) => name)).toEqual(names);
      for (const one of prompts) expect(PromptV2.safeParse(one).success).toBe(true);
      const { body } = await gateway.mcp('odd', 'prompts');
      const shown = (body['prompts'] as Json[]).find(({ name }) => name === 'odd');
      expect(shown).toEqual(listed);
      expect((await faults('prompts'))[0]?.['detail']).toMatch(detail);
    },
  );

  it.each(oddResources)(
    '[list-item-fits] is valid for both SDKs with all other resources: $shape',
    async ({ item, listed, detail }) => {
      await listing('resources', item);
      const uris = [
        'odd://first',
        ...(listed === undefined ? [] : ['odd://one']),
        'odd://last',
        'note://one',
      ];
      const { resources } = await v2.listResources(undefined, { cacheMode: 'refresh' });
      expect((await v1.listResources()).resources.map(({ uri }) => uri)).toEqual(uris);
      expect(resources.map(({ uri }) => uri)).toEqual(uris);
      for (const one of resources) expect(ResourceV2.safeParse(one).success).toBe(true);
      const { body } = await gateway.mcp('odd', 'resources');
      const shown = (body['resources'] as Json[]).find(({ uri }) => uri === 'odd://one');
      expect(shown).toEqual(listed === undefined ? undefined : { uri: 'odd://one', ...listed });
      expect((await faults('resources'))[0]?.['detail']).toMatch(detail);
    },
  );

  it('[list-item-fits] keeps an address without a scheme readable, under an address that clients accept', async () => {
    odd.methods.set('resources/read', (exchange) => {
      exchange.result({ contents: [{ uri: exchange.params['uri'], text: 'read' }] });
    });
    await listing('resources', { uri: 'docs/read me.md', name: 'odd' });
    const uri = 'gantry://odd/docs%2Fread%20me.md';
    expect((await v1.listResources()).resources.map((one) => one.uri)).toContain(uri);
    expect((await v1.readResource({ uri })).contents).toMatchObject([{ text: 'read' }]);
  });

  it('[list-item-fits] leaves an output schema that allows more than objects to clients of 2026-07-28', async () => {
    const outputSchema = { type: 'array', items: { type: 'string' } };
    await listing('tools', { ...first, name: 'odd', outputSchema });
    const modern = await v2.listTools(undefined, { cacheMode: 'refresh' });
    expect(modern.tools.find(({ name }) => name === 'odd__odd')?.outputSchema).toEqual(outputSchema);
    const old = await v1.listTools();
    expect(old.tools.find(({ name }) => name === 'odd__odd')).not.toHaveProperty('outputSchema');
    expect(await faults()).toEqual([]);
  });

  it('[list-item-fits] passes what is right as the server sent it', async () => {
    const right = {
      ...{ name: 'odd', title: 'Odd', 'x-odd': null, _meta: { a: null } },
      inputSchema: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { nullable: true } },
      },
      outputSchema: {
        ...{ $id: 'https://x.example/r', type: 'object', required: ['a'] },
        properties: {
          a: { $ref: '#/$defs/A' },
          b: { $ref: 'https://x.example/r#/$defs/A' },
          c: { $ref: '#' },
        },
        $defs: { A: { type: ['string', 'null'], nullable: true, pattern: '^\\p{L}+$', default: null } },
      },
      annotations: { readOnlyHint: true, other: null },
      icons: [{ src: 'data:,x', sizes: ['any'], theme: 'dark' }],
    };
    await listing('tools', right);
    const { tools } = (await gateway.mcp('odd', 'tools')).body as { tools: Json[] };
    expect(tools[1]).toEqual(right);
    expect(await faults()).toEqual([]);
    await expect(v1.listTools()).resolves.toBeDefined();
  });

  it('[list-item-fits] is right at an endpoint of its own, too, where a rule hides some of it', async () => {
    await open(declareServers(gateway, { hidden: { url: odd.url, tools: { deny: ['last'] } } }));
    await listing('tools', { ...first, name: 'odd', annotations: { readOnlyHint: null } });
    const { tools } = resultOf(
      await new NativeClient(`${gateway.url}/api/servers/hidden/mcp`, gateway.token).modern('tools/list'),
    );
    expect(tools).toEqual([first, { ...first, name: 'odd', annotations: {} }]);
  });
});

describe('What is wrong with the lists of a server', () => {
  it('[list-faults-shown] is listed per item in its row and to the operator by the doctor', async () => {
    await listing('tools', { name: 'odd', inputSchema: { type: 'string' } });
    expect(await faults()).toEqual([
      {
        ...{ list: 'tools', item: 'odd', effect: 'left-out' },
        detail: 'inputSchema.type is a string other than "object": arguments are always an object.',
      },
    ]);
    const { body } = await gateway.json('/api/doctor');
    expect(body['findings']).toContainEqual(
      expect.objectContaining({
        server: 'odd',
        title: 'The server odd sends lists that MCP clients refuse',
        detail: expect.stringContaining('Left out (tools "odd"): inputSchema.type') as string,
      }),
    );
    odd.methods.clear();
    await gateway.mcp('odd', 'tools?refresh=true');
    expect(await faults()).toEqual([]);
  });

  it('[list-faults-shown] names no tools that a policy hides, and renamed ones as callers know them', async () => {
    const entry = { url: odd.url, tools: { deny: ['secret'] }, overrides: { odd: { name: 'even' } } };
    await open(declareServers(gateway, { ruled: entry }));
    odd.methods.set('tools/list', (exchange) => {
      exchange.result({
        tools: [first, { ...first, name: 'odd', title: null }, { ...first, name: 'secret', title: null }],
      });
    });
    await gateway.mcp('ruled', 'tools?refresh=true');
    const told = (await gateway.server('ruled'))?.['listFaults'] as Json[];
    expect(told.map(({ item }) => item)).toEqual(['even']);
  });

  it('[list-faults-shown] is bounded, and shows names in one line', async () => {
    odd.methods.set('tools/list', (exchange) => {
      const tools = Array.from({ length: 500 }, (_, index) => ({
        name: `t\n${String(index)}${'x'.repeat(500)}`,
      }));
      exchange.result({ tools });
    });
    await gateway.mcp('odd', 'tools?refresh=true');
    const told = await faults();
    expect(told).toHaveLength(50);
    expect(told[0]?.['item']).toMatch(/^t 0x{100,118}…$/);
  });
});
