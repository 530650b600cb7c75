import { startGateway, type GatewayOptions, type TestGateway } from './gateway.js';
import { operatorOf } from './clients/apps-client.js';
import type { Json } from './clients/gateway-client.js';
import type { PageVisitor } from './clients/page-visitor.js';
import type { Keeper } from './closing.js';
import { setUpOperator } from './people.js';
import { ScriptedHttp, tool, type ScriptedTool } from './upstreams/scripted-http.js';
import { waitFor } from './wait-for.js';

/** A tool with everything that the console shows of a tool. */
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

/** A workflow that waits for an approval before it calls the tool. */
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

/** The configuration of an app with a server and a workflow. */
export const shopConfig: Json = {
  mcpServers: { weather: { use: 'weather' } },
  workflows: { refund },
};

/** On a busy machine, even a simple expression of a workflow can exceed the usual limit. */
export const patience = { WORKFLOW_EXPRESSION_MS: 60_000 } satisfies GatewayOptions['env'];

/** A gateway with content for the pages of the console, and its operator. */
export interface ConsoleStage {
  readonly gateway: TestGateway;
  /** The server `weather`. */
  readonly upstream: ScriptedHttp;
  /** The operator's browser, signed in. */
  readonly ana: PageVisitor;
}

/** Starts a gateway with a server `weather`, an unreachable server `broken`, and the operator's app `shop`, which has a workflow. */
export async function consoleStage(open: Keeper): Promise<ConsoleStage> {
  const upstream = await open(ScriptedHttp.start([forecast]));
  const mcpServers = {
    weather: { url: upstream.url, description: 'The weather of the world' },
    broken: { url: 'http://127.0.0.1:9/mcp' },
  };
  const gateway = await open(startGateway({ mcpServers, env: patience }));
  const ana = await setUpOperator(gateway);
  await untilServed(gateway, 'weather');
  await operatorOf(gateway).newApp('Shop', shopConfig, { slug: 'shop' });
  return { gateway, upstream, ana };
}

/** Waits until the tools of a server are known. */
export function untilServed(gateway: TestGateway, server: string): Promise<unknown> {
  return waitFor(`the tools of ${server}`, async () => {
    const { status } = await gateway.json(`/api/servers/${server}/mcp/tools`);
    return status === 200;
  });
}
