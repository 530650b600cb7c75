import { GatewayClient, type Answer, type Json } from '../clients/gateway-client.js';
import { letMembersConfigure, personIn, type AppsClient } from '../clients/apps-client.js';
import type { Keeper } from '../closing.js';
import { startGateway, type TestGateway } from '../gateway.js';
import { answers, text } from '../upstreams/behaviours.js';
import { doing } from '../workflows/workflow-app.js';
import { echo, ScriptedHttp, tool } from '../upstreams/scripted-http.js';

type Person = Awaited<ReturnType<typeof personIn>>;

/** Says something too long for its shape. */
const long = tool('long', answers(text('y'.repeat(5000))));
/** The same tools at both servers. */
const tools = [echo, tool('erase', answers(text('erased'))), long];
export const calling = (server: string) =>
  doing([{ say: { call: `echo@${server}`, with: { hello: 'you' } } }]);

/** Two published servers, and an app that takes both over and has a workflow for each. */
export class GrantsStage {
  private constructor(
    readonly gateway: TestGateway,
    readonly upstream: ScriptedHttp,
    readonly owner: Person,
    readonly member: Person,
  ) {}

  static async start(open: Keeper, name = 'studio'): Promise<GrantsStage> {
    const upstream = await open(ScriptedHttp.start(tools));
    const shape = { long: { maxBytes: 600 } };
    const server = { url: upstream.url, tools: { shape } };
    const gateway = await open(
      startGateway({
        mcpServers: { files: server, vault: server },
        env: { MAX_GRANTS: 1500, MAX_GRANT_BYTES: 100_000, MAX_GRANT_GLOBS: 300 },
      }),
    );
    const owner = await personIn(gateway, name);
    await letMembersConfigure(gateway, owner.accountId);
    const member = await personIn(gateway, owner.accountId, 'member');
    await owner.newApp(
      'shop',
      {
        mcpServers: { files: { use: 'files' }, vault: { use: 'vault' } },
        workflows: { greet: calling('files'), heist: calling('vault') },
        features: { runWorkflow: true },
      },
      { slug: 'shop' },
    );
    return new GrantsStage(gateway, upstream, owner, member);
  }

  put(grants: readonly Json[], sending: Json = {}, by: AppsClient = this.owner): Promise<Answer> {
    return by.json('/api/cli/grants', { method: 'PUT', body: { grants }, ...sending });
  }

  patch(body: Json, sending: Json = {}): Promise<Answer> {
    return this.owner.json('/api/cli/grants', { method: 'PATCH', body, ...sending });
  }

  /** All but what is named; fails the test unless it is taken. */
  async grant(...grants: readonly Json[]): Promise<void> {
    const answer = await this.put(grants);
    if (answer.status !== 200) throw new Error(answer.text);
  }

  client(token: string): GatewayClient {
    return new GatewayClient(this.gateway.url, token);
  }
}
