import { decide, inboxOf, ticketOf } from '../../../support/clients/approvals.js';
import { answered, ChatClient, toolParts, user } from '../../../support/clients/chat-client.js';
import { CliMachine } from '../../../support/clients/cli.js';
import { GatewayClient, type Json } from '../../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../../support/clients/native-client.js';
import { says } from '../../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../../support/closing.js';
import { gatewayState } from '../../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../../support/models/model-server.js';
import { operator, signIn } from '../../../support/people.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { ScriptedHttp } from '../../../support/upstreams/scripted-http.js';
import { waitFor } from '../../../support/wait-for.js';
import { call, doing, Workflows } from '../../../support/workflows/workflow-app.js';

const open = closeAfterAll();
const urlMode = { elicitation: { url: {} } };

/** A way in which calls come: it asks, and goes on with what was asked, perhaps at another process. */
interface Way {
  ask(at: At): Promise<string>;
  goOn(at: At, id: string): Promise<unknown>;
}

/** A gateway with its operator's token and the key of an app. */
interface At {
  readonly person: GatewayClient;
  readonly app: GatewayClient;
}

const rest = (
  use: (app: GatewayClient, headers: Record<string, string>) => ReturnType<GatewayClient['json']>,
): Way => ({
  ask: async ({ app }) => ticketOf(await use(app, {})).id,
  goOn: async ({ app }, id) => {
    expect((await use(app, { 'x-approval': id })).status).toBe(200);
  },
});

const native = ({ app }: At, path: string) => new NativeClient(`${app.url}/api/${path}/mcp`, app.token);

const session = (path: string, name: string): Way => {
  const use = async (at: At) => {
    const client = native(at, path);
    await client.initialize(urlMode);
    return client.request('tools/call', { name, arguments: { by: path } });
  };
  return {
    ask: async (at) => {
      const { data } = errorOf(await use(at)) as { data: { elicitations: { elicitationId: string }[] } };
      return data.elicitations[0]?.elicitationId ?? '';
    },
    goOn: async (at) => resultOf(await use(at)),
  };
};

const modern = (path: string, name: string): Way => {
  let asked: Json = {};
  const params = { name, arguments: { modern: path } };
  return {
    ask: async (at) => {
      asked = resultOf(await native(at, path).modern('tools/call', params, { capabilities: urlMode }));
      const { approval } = asked['inputRequests'] as { approval: { params: { elicitationId: string } } };
      return approval.params.elicitationId;
    },
    goOn: async (at) => {
      const { requestState } = asked;
      const inputResponses = { approval: { action: 'accept' } };
      const again = { ...params, requestState, inputResponses };
      const made = resultOf(await native(at, path).modern('tools/call', again, { capabilities: urlMode }));
      expect(made['content']).toBeDefined();
    },
  };
};

let lastTurn: Awaited<ReturnType<ChatClient['turn']>>;
let run = '';

const ways: Readonly<Record<string, Way>> = {
  REST: rest((app, headers) => app.call('shop.one', 'drop', { by: 'rest' }, {}, { headers })),
  SDK: rest((app, headers) =>
    app.json('/api/sdk/tools/call', { body: { name: 'one__drop', arguments: { by: 'sdk' } }, headers }),
  ),
  'Idempotency-Key': {
    ask: async ({ app }) => ticketOf(await keyed(app)).id,
    goOn: async ({ app }) => {
      expect((await keyed(app)).status).toBe(200);
    },
  },
  stream: {
    ask: async ({ app }) => {
      const reader = await app.stream('shop.one', 'drop', { by: 'stream' });
      return ((await reader.first('approval')).data as { id: string }).id;
    },
    goOn: async ({ app }, id) => {
      const headers = { 'x-approval': id };
      expect((await app.call('shop.one', 'drop', { by: 'stream' }, {}, { headers })).status).toBe(200);
    },
  },
  '2025 at a server': session('servers/shop.one', 'drop'),
  '2025 at an app': session('apps/shop', 'one__drop'),
  '2026 at a server': modern('servers/shop.one', 'drop'),
  '2026 at an app': modern('apps/shop', 'one__drop'),
  chat: {
    ask: async ({ person }) => {
      lastTurn = await new ChatClient(person, 'shop.one').turn([user('drop it')]);
      expect(toolParts(lastTurn.message)).toMatchObject([{ state: 'approval-requested' }]);
      const waiting = (await inboxOf(person)).find(({ arguments: args }) => (args as Json)['by'] === 'chat');
      return String(waiting?.['id']);
    },
    goOn: async ({ person }) => {
      const messages = [user('drop it'), answered(lastTurn.message, true)];
      const { message } = await new ChatClient(person, 'shop.one').turn(messages);
      expect(toolParts(message)).toMatchObject([{ state: 'output-available' }]);
    },
  },
  workflow: {
    ask: async ({ app }) => {
      const workflows = new Workflows(app);
      run = await workflows.start('drops');
      const { steps } = await workflows.reaches(run, 'waiting');
      const [, waiting] = steps as { approvalFor?: { approval: { id: string } } }[];
      return waiting?.approvalFor?.approval.id ?? '';
    },
    goOn: async ({ app }) => new Workflows(app).reaches(run, 'completed'),
  },
};

const keyed = (app: GatewayClient) =>
  app.call('shop.one', 'drop', { by: 'key' }, {}, { headers: { 'idempotency-key': 'one' } });

/** From where people decide. */
const sides = {
  'the API': async (person: GatewayClient, id: string) => {
    expect((await decide(person, { id }, 'approve')).status).toBe(200);
  },
  'the page': async (person: GatewayClient, id: string) => {
    const browser = await signIn(person, operator);
    const page = await browser.get(`/approvals/${id}`);
    const done = await browser.submit(page, `/approvals/${id}`, { decision: 'approve' });
    expect(done.text).toContain('It is approved');
  },
  'the command': async ({ url, token }: GatewayClient, id: string) => {
    const machine = await open(CliMachine.create({ GANTRY_URL: url, GANTRY_TOKEN: token }));
    expect((await machine.run(['approvals', 'show', id])).stdout).toContain('drop@shop.one');
    expect(await machine.run(['approvals', 'approve', id, '--note', 'seen'])).toMatchObject({ code: 0 });
  },
};

describe('A gateway that is killed while calls wait', () => {
  it.each(Object.entries(sides))(
    '[approvals-durable] makes each of them once, on every path, when somebody approves it by %s',
    async (_side, approve) => {
      const upstream = await open(ScriptedHttp.start([says('drop', 'dropped')]));
      const model = await open(ModelServer.start());
      model.otherwise = asksThenSays({ name: 'drop', args: { by: 'chat' } }, 'Done.');
      const state = await open(
        gatewayState({ isEmpty: true }).then((made) => ({ ...made, close: () => made.remove() })),
      );
      const start = async (): Promise<GatewayProcess> => {
        const started = await spawnGateway({
          state,
          mcpServers: { one: { url: upstream.url } },
          env: {
            ...{ ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
            CHAT_PROVIDERS: JSON.stringify({ tiny: { baseUrl: model.url } }),
            CHAT_DEFAULT_MODEL: 'tiny/model',
          },
        });
        await started.ready();
        return started;
      };
      const first = await start();
      const config = {
        mcpServers: { one: { use: 'one' } },
        policies: { requireApproval: ['one__drop'] },
        workflows: { drops: doing([{ act: call('drop', { by: 'run' }) }]) },
      };
      await first.client.json('/api/cli/apps', { body: { name: 'shop', slug: 'shop', config } });
      const { body } = await first.client.json('/api/cli/apps/shop/keys', { body: {} });
      const at = ({ client: person }: GatewayProcess): At => ({
        person,
        app: new GatewayClient(person.url, String(body['key'])),
      });
      const ids = new Map<string, string>();
      for (const [name, way] of Object.entries(ways)) ids.set(name, await way.ask(at(first)));
      expect(new Set(ids.values()).size).toBe(ids.size);
      await first.stop('SIGKILL');
      const second = await start();
      for (const id of ids.values()) await approve(second.client, id);
      await waitFor('the run to go on', () => upstream.executions('drop') === 1);
      for (const [name, way] of Object.entries(ways)) await way.goOn(at(second), ids.get(name) ?? '');
      expect(upstream.executions('drop')).toBe(ids.size);
      await second.stop('SIGKILL');
    },
    120_000,
  );
});
