import type { TestGateway } from './gateway.js';
import { operatorOf } from './clients/apps-client.js';
import type { Json } from './clients/gateway-client.js';
import type { Keeper } from './closing.js';
import { ScriptedHttp, tool, type ScriptedTool } from './upstreams/scripted-http.js';
import { waitFor } from './wait-for.js';

/** A tool with what people see of it. */
export const forecast: ScriptedTool = tool(
  'forecast',
  (exchange) => {
    exchange.result({ content: [{ type: 'text', text: `sunny in ${String(exchange.args['city'])}` }] });
  },
  {
    title: 'Weather forecast',
    description: 'Says how the weather will be in a city.',
    inputSchema: {
      type: 'object',
      properties: {
        city: { type: 'string', title: 'City', description: 'Where' },
        days: { type: 'integer', title: 'Days', minimum: 1, maximum: 7, default: 3 },
      },
      required: ['city'],
    },
    annotations: { readOnlyHint: true },
  },
);

/** A refund waits for a person before the tool is called. */
const refund = {
  document: { dsl: '1.0.3', namespace: 'shop', name: 'refund', version: '1.0.0', title: 'Pay a refund' },
  evaluate: { language: 'jsonata' },
  input: {
    schema: {
      document: {
        type: 'object',
        properties: { city: { type: 'string', title: 'City' } },
        required: ['city'],
      },
    },
  },
  do: [
    { approve: { listen: { to: { one: { with: { type: 'approval' } } } } } },
    { look: { call: 'forecast@weather', with: { city: '${ $workflow.input.city }' } } },
  ],
};

/** What an app has that the pages can show. */
export const shopConfig: Json = {
  mcpServers: { weather: { use: 'weather' } },
  workflows: { refund },
};

/** A server `weather`, one that nobody reaches, and an app `shop` with a workflow. */
export async function seed(gateway: TestGateway, keep: Keeper): Promise<ScriptedHttp> {
  const upstream = await keep(ScriptedHttp.start([forecast]));
  gateway.writeMcpConfig({
    mcpServers: {
      weather: { url: upstream.url, description: 'The weather of the world' },
      broken: { url: 'http://127.0.0.1:9/mcp' },
    },
  });
  await waitFor('the server of the file', async () => {
    const { status } = await gateway.json('/api/servers/weather/mcp/tools');
    return status === 200;
  });
  await operatorOf(gateway).newApp('Shop', shopConfig, { slug: 'shop' });
  return upstream;
}
