import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { writes } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const message = (rest: string) => `{"jsonrpc":"2.0","id":$id,${rest}}`;

it('[odd-item] what has no name is left out of lists, and odd schemas are no fault, also where an app shows all as one', async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const odd = '{"toString":1}';
  const items = (key: string) =>
    `[{"${key}":${odd},"name":${odd}},{"${key}":["x"]},{"${key}":"fine","title":${odd},"description":${odd},"inputSchema":{"properties":{"x":{"type":${odd}}}}}]`;
  for (const [method, member, key] of [
    ['tools/list', 'tools', 'name'],
    ['prompts/list', 'prompts', 'name'],
    ['resources/list', 'resources', 'uri'],
    ['resources/templates/list', 'resourceTemplates', 'uriTemplate'],
  ] as const)
    upstream.methods.set(method, writes(message(`"result":{"${member}":${items(key)}}`)));
  const gateway = await open(
    startGateway({
      mcpServers: { s: { url: upstream.url }, blocked: { url: upstream.url, tools: { deny: ['none'] } } },
    }),
  );
  const app = await createApp(gateway, 'odd', { mcpServers: { s: { use: 's' } } });
  const native = new NativeClient(`${gateway.url}/api/apps/odd/mcp`, app.token);
  for (const [path, member] of [
    ['tools', 'tools'],
    ['tools?format=openai', 'tools'],
    ['tools?format=openai&strict=true', 'tools'],
    ['tools?format=anthropic', 'tools'],
    ['prompts', 'prompts'],
    ['resources', 'resources'],
  ] as const) {
    const { status, body } = await app.json(`/api/sdk/${path}`);
    expect([path, status, (body[member] as Json[]).length]).toEqual([path, 200, 1]);
  }
  for (const member of ['tools', 'prompts', 'resources'])
    expect(resultOf(await native.modern(`${member}/list`))[member]).toHaveLength(1);
  const blocked = new NativeClient(`${gateway.url}/api/servers/blocked/mcp`, gateway.token);
  expect(resultOf(await blocked.modern('tools/list'))['tools']).toHaveLength(1);
});
