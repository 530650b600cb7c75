import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, says, toolsOf, type TestApp } from '../support/clients/sdk-apps.js';
import { text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const openAiRule = /^[a-zA-Z0-9_-]{1,64}$/;
const anthropicRule = /^[a-zA-Z0-9_-]{1,128}$/;

describe('the names', () => {
  const awkward = [
    ...['with.dot', 'with_dot', 'with/dot', 'mit leerzeichen', 'größe', '工具', 'UPPER', '_x', 'a__b'],
    ...['x'.repeat(128), `${'x'.repeat(127)}y`, 'delete', 'constructor', '__proto__'],
  ];
  const servers = Object.fromEntries(
    ['a', 'a-b', 'server-with-a-very-long-name-that-goes-on-and-on-until-the-end'].map((name) => [
      name,
      awkward.map((tool) => says(tool, `${name} ${tool}`)),
    ]),
  );

  const uses = (names: readonly string[]) => ({
    mcpServers: Object.fromEntries(names.map((name) => [name, { use: name }])),
  });
  let state: GatewayState;
  let upstreams: (readonly [string, ScriptedHttp])[];
  let mcpServers: Record<string, { url: string }>;
  let before: TestGateway;
  let first: TestApp;

  beforeAll(async () => {
    state = await gatewayState();
    await open({ close: () => state.remove() });
    upstreams = await Promise.all(
      Object.entries(servers).map(
        async ([name, tools]) => [name, await open(ScriptedHttp.start(tools))] as const,
      ),
    );
    mcpServers = Object.fromEntries(upstreams.map(([name, { url }]) => [name, { url }]));
    before = await open(startGateway({ state, mcpServers }));
    first = await createApp(before, 'shop', uses(Object.keys(servers)));
  });

  it('[sdk-names-rules] are accepted by OpenAI and Anthropic, unique, and lead to the right tool', async () => {
    const tools = toolsOf(await first.tools('?limit=200'));
    expect(tools).toHaveLength(3 * awkward.length);
    const names = tools.map(({ name }) => String(name));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(openAiRule);
      expect(name).toMatch(anthropicRule);
    }
    for (const { name, server, tool: original } of tools)
      expect((await first.use(String(name))).body).toEqual(text(`${String(server)} ${String(original)}`));
  });

  it('[sdk-names-survive-restart] are the same after a restart, in another order, and while servers are down', async () => {
    const key = (tool: Json) => [`${String(tool['server'])} ${String(tool['tool'])}`, tool['name']] as const;
    const names = new Map(toolsOf(await first.tools('?limit=200')).map(key));
    await before.close();
    for (const [, upstream] of upstreams) upstream.tools.reverse();
    await upstreams[0]?.[1].close();
    const after = await open(startGateway({ state, mcpServers }));
    const again = await createApp(after, 'again', uses(Object.keys(servers).reverse()));
    const found = toolsOf(await again.tools('?limit=200')).map(key);
    expect(found).toHaveLength(2 * awkward.length);
    for (const [original, name] of found) expect([original, name]).toEqual([original, names.get(original)]);
    const [, hashed] = found.find(([original]) => original.endsWith(' with.dot')) ?? [];
    await after.close();
    const cold = await open(startGateway({ state, mcpServers }));
    const asker = await createApp(cold, 'cold', uses(Object.keys(servers)));
    expect((await asker.use(String(hashed))).status).toBe(200);
  });
});
