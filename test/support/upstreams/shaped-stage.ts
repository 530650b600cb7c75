import type { Keeper } from '../closing.js';
import type { Json } from '../clients/gateway-client.js';
import { NativeClient, resultOf } from '../clients/native-client.js';
import { createApp, says, type TestApp } from '../clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../gateway.js';
import { ModelServer } from '../models/model-server.js';
import { answers, text, writes } from './behaviours.js';
import { ScriptedHttp, tool } from './scripted-http.js';
import { ScriptedModern } from './scripted-modern.js';
import { laneStdio } from './stdio.js';
import { call, doing } from '../workflows/workflow-app.js';

/** What the tool `large` says. */
export const filler = 'x'.repeat(5000);
export const outputSchema = { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] };
/** The result of the tool `unshaped`, byte by byte. */
export const asWritten =
  '{ "content" : [ {"type":"text", "text":"as \\u0077ritten"} ], "resultType":"complete" }';
const rows = [1, 2, 3].map((id) => ({ id, secret: `s${String(id)}` }));
const tools = [
  says('large', filler),
  says('fine', 'f', { outputSchema }),
  tool('rows', answers({ ...text(JSON.stringify({ rows })), structuredContent: { rows } }), { outputSchema }),
  tool('faulty', answers(text('raw and secret'))),
  tool('broken', answers({ ...text(filler), isError: true })),
  tool('unshaped', writes(`{"jsonrpc":"2.0","id":$id,"result":${asWritten}}`), { outputSchema }),
];
export const shape = {
  large: { maxBytes: 600 },
  fine: { pick: '$uppercase($)' },
  rows: { pick: '{"ids": rows.id}' },
  faulty: { pick: '$number($)' },
  'bro*': { maxBytes: 500, overflow: 'cut' },
};
const doors = ['REST', 'a stream', 'native 2025', 'native 2026'] as const;
type Door = (typeof doors)[number];
export const shapedServers = ['old', 'modern', 'stdio-old', 'stdio-modern'];

/** A gateway whose servers, of both eras over HTTP and stdio, have tools that are shaped, and an app on top. */
export class ShapedStage {
  /** The ways to a tool of a server, each with the result that its caller gets. */
  readonly through: Readonly<Record<Door, (server: string, name: string) => Promise<Json>>> = {
    REST: async (server, name) => (await this.gateway.call(server, name)).body,
    'a stream': async (server, name) =>
      (await (await this.gateway.stream(server, name)).first('result')).data as Json,
    'native 2025': async (server, name) => {
      const client = this.native(`servers/${server}`);
      await client.initialize();
      return client.result('tools/call', { name, arguments: {} });
    },
    'native 2026': async (server, name) =>
      resultOf(await this.native(`servers/${server}`).modern('tools/call', { name, arguments: {} })),
  };

  private constructor(
    readonly upstream: ScriptedHttp,
    readonly model: ModelServer,
    readonly gateway: TestGateway,
    readonly app: TestApp,
  ) {}

  static async start(open: Keeper): Promise<ShapedStage> {
    const upstream = await open(ScriptedHttp.start(tools));
    const modern = await open(ScriptedModern.start(tools));
    const model = await open(ModelServer.start());
    const stdio = (era: '2025' | '2026') => ({ ...laneStdio(era, filler.length), tools: { shape } });
    const gateway = await open(
      startGateway({
        mcpServers: {
          old: { url: upstream.url, tools: { shape } },
          modern: { url: modern.url, tools: { shape } },
          plain: { url: upstream.url },
          ...{ 'stdio-old': stdio('2025'), 'stdio-modern': stdio('2026') },
        },
        env: {
          WORKFLOW_EXPRESSION_MS: 10_000,
          CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
          CHAT_DEFAULT_MODEL: 'tiny/model',
        },
      }),
    );
    const app = await createApp(gateway, 'shop', {
      mcpServers: {
        one: { use: 'plain', overrides: { rows: { name: 'lines' } }, tools: { shape } },
        two: { use: 'old', tools: { shape: { '*': { maxBytes: 400 } } } },
      },
      workflows: {
        picked: doing([{ first: call('lines') }]),
        failing: doing([{ first: call('faulty') }]),
      },
    });
    return new ShapedStage(upstream, model, gateway, app);
  }

  native(path: string, token = this.gateway.token): NativeClient {
    return new NativeClient(`${this.gateway.url}/api/${path}/mcp`, token);
  }
}

/** Servers and ways to them, for tables of tests. */
export const everyDoor = shapedServers.flatMap((server) => doors.map((door) => [server, door] as const));

/** The link to the whole of a result that was cut. */
export function linkIn(result: Json): { readonly uri: string; readonly id: string } {
  const link = (result['content'] as Json[]).find(({ type }) => type === 'resource_link');
  const uri = String(link?.['uri']);
  return { uri, id: uri.replace('gantry://results/', '') };
}
