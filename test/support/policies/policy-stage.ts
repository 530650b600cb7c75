import { user } from '../clients/chat-client.js';
import type { GatewayClient, Json } from '../clients/gateway-client.js';
import { NativeClient } from '../clients/native-client.js';
import type { Keeper } from '../closing.js';
import { createApp, type TestApp } from '../clients/sdk-apps.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../gateway.js';
import { asksThenSays, ModelServer } from '../models/model-server.js';
import { ScriptedHttp, tool, type ScriptedTool } from '../upstreams/scripted-http.js';
import { ScriptedModern } from '../upstreams/scripted-modern.js';
import { laneStdio } from '../upstreams/stdio.js';
import { waitFor } from '../wait-for.js';

/** How a tool can be called, but for workflows: the threads that check their documents cost a second of processor time, and `rules-table.e2e-spec.ts` has them. */
export const callPaths = [
  ...['old', 'modern', 'stdio-old', 'stdio-modern'].flatMap((server) => [
    ...[`rest ${server}`, `stream ${server}`, `2025 ${server}`, `2026 ${server}`],
  ]),
  ...['sdk', 'app 2025', 'app 2026', 'chat'],
] as const;

/** One path of each kind, with which a behavior is tested that `rules-table.e2e-spec.ts` tests on every path. */
export const somePaths = ['rest old', '2025 stdio-old', '2026 modern', 'sdk'] as const;

/** Tells on the way and at the end what it was called with, and `fails` with that where it is asked to. */
const line: ScriptedTool = tool('line', (exchange) => {
  const said = `${told} ${JSON.stringify(exchange.args)}`;
  if (exchange.args['fails'] === true) {
    exchange.error(-32000, said, { data: { said } });
    return;
  }
  const stream = exchange.openStream();
  const { progressToken } = exchange;
  stream.notify('notifications/progress', { progressToken, progress: 1, message: said });
  stream.notify('notifications/message', { level: 'error', data: said });
  stream.result({ content: [{ type: 'text', text: said }] });
});

/** What the tool `line` says of itself, which only HTTP servers do. */
export const told = 'ana@example.com';

/** What calls tools on each path. */
export interface CallStage {
  readonly old: ScriptedHttp;
  readonly modern: ScriptedModern;
  readonly gateway: TestGateway;
  readonly app: TestApp;
  readonly model: ModelServer;
  /** Sessions of native clients by the path that they are at, opened when they are first used. */
  readonly sessions: Map<string, NativeClient>;
}

/** A gateway whose servers, of every kind, have the tool `line` and these policies. */
export async function policyStage(
  open: Keeper,
  policies: Json,
  env: GatewayOptions['env'] = {},
): Promise<CallStage> {
  const old = await open(ScriptedHttp.start([line]));
  const modern = await open(ScriptedModern.start([line]));
  const model = await open(ModelServer.start());
  const gateway = await open(
    startGateway({
      mcpServers: {
        ...{ old: { url: old.url, policies }, modern: { url: modern.url, policies } },
        'stdio-old': { ...laneStdio('2025'), policies },
        'stdio-modern': { ...laneStdio('2026'), policies },
      },
      env: {
        WORKFLOW_EXPRESSION_MS: 10_000,
        CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
        CHAT_DEFAULT_MODEL: 'tiny/model',
        ...env,
      },
    }),
  );
  const app = await createApp(gateway, 'shop', { mcpServers: { one: { use: 'old' } } });
  return { gateway, app, model, old, modern, sessions: new Map() };
}

/** Calls a tool on a path: of the server that it names, or of the server `one` of the app. The whole text of all that came. */
export async function callBy(stage: CallStage, path: string, tool: string, args: Json): Promise<string> {
  const { gateway, app, model } = stage;
  const [way = '', place = ''] = path.split(' ');
  if (way === 'rest') return (await gateway.call(place, tool, args)).text;
  if (way === 'stream') {
    const headers = { accept: 'text/event-stream' };
    return (await gateway.call(place, tool, args, {}, { headers })).text;
  }
  if (way === 'sdk') return (await app.use(`one__${tool}`, args)).text;
  if (way === 'app') return native(stage, app, '/api/apps/shop/mcp', place, `one__${tool}`, args);
  if (way === 'chat') {
    model.otherwise = asksThenSays({ name: tool, args }, 'Done.');
    const body = { messages: [user('Do it.')], approval: 'never' };
    const { text } = await gateway.mcp('old', 'chat', body);
    // What the model itself says to the person.
    const said = (row: string) => row.includes('"type":"tool-input');
    return text
      .split('\n')
      .filter((row) => !said(row))
      .join('\n');
  }
  return native(stage, gateway, `/api/servers/${place}/mcp`, way, tool, args);
}

async function native(
  { sessions }: CallStage,
  client: GatewayClient,
  path: string,
  era: string,
  name: string,
  args: Json,
): Promise<string> {
  const params = { name, arguments: args };
  const url = `${client.url}${path}`;
  if (era === '2026') {
    const meta = { progressToken: 'p' };
    return (await new NativeClient(url, client.token).modern('tools/call', params, { meta })).text;
  }
  const session = sessions.get(url) ?? new NativeClient(url, client.token);
  if (!sessions.has(url)) await session.initialize();
  sessions.set(url, session);
  return (await session.request('tools/call', { ...params, _meta: { progressToken: 'p' } })).text;
}

/** What stands in the record of a call, once it has ended, about who decided on it. */
export async function whyOf(
  client: GatewayClient,
  { headers }: { readonly headers: Headers },
): Promise<Json[]> {
  const requestId = String(headers.get('x-request-id'));
  return waitFor(`${requestId} to be recorded`, async () => {
    const { status, body } = await client.json(`/api/calls/${requestId}`);
    if (status !== 200) return undefined;
    return (body['hops'] as Json[]).flatMap(({ why = [] }) => why as Json[]);
  });
}
