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

/** All ways to call the tool of the app `slug`. */
function waysTo(slug: string): Readonly<Record<string, Way>> {
  const server = `${slug}.one`;
  let lastTurn: Awaited<ReturnType<ChatClient['turn']>>;
  let run = '';
  const keyed = (app: GatewayClient) =>
    app.call(server, 'drop', { by: 'key' }, {}, { headers: { 'idempotency-key': 'one' } });
  return {
    REST: rest((app, headers) => app.call(server, 'drop', { by: 'rest' }, {}, { headers })),
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
        const reader = await app.stream(server, 'drop', { by: 'stream' });
        return ((await reader.first('approval')).data as { id: string }).id;
      },
      goOn: async ({ app }, id) => {
        const headers = { 'x-approval': id };
        expect((await app.call(server, 'drop', { by: 'stream' }, {}, { headers })).status).toBe(200);
      },
    },
    '2025 at a server': session(`servers/${server}`, 'drop'),
    '2025 at an app': session(`apps/${slug}`, 'one__drop'),
    '2026 at a server': modern(`servers/${server}`, 'drop'),
    '2026 at an app': modern(`apps/${slug}`, 'one__drop'),
    chat: {
      ask: async ({ person }) => {
        const before = (await inboxOf(person)).map(({ id }) => id);
        lastTurn = await new ChatClient(person, server).turn([user('drop it')]);
        expect(toolParts(lastTurn.message)).toMatchObject([{ state: 'approval-requested' }]);
        const waiting = (await inboxOf(person)).filter(({ id }) => !before.includes(id));
        expect(waiting).toMatchObject([{ arguments: { by: 'chat' } }]);
        return String(waiting[0]?.['id']);
      },
      goOn: async ({ person }) => {
        const messages = [user('drop it'), answered(lastTurn.message, true)];
        const { message } = await new ChatClient(person, server).turn(messages);
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
}

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
    expect((await machine.run(['approvals', 'show', id])).stdout).toContain('drop@command.one');
    expect(await machine.run(['approvals', 'approve', id, '--note', 'seen'])).toMatchObject({ code: 0 });
  },
};

type Side = keyof typeof sides;

/** The calls of one app that wait for one side's decision. */
interface Waiting {
  readonly upstream: ScriptedHttp;
  readonly ways: Readonly<Record<string, Way>>;
  readonly appKey: string;
  readonly ids: ReadonlyMap<string, string>;
}

describe('A gateway that is killed while calls wait', () => {
  const names = Object.keys(sides) as Side[];
  const slugs: Readonly<Record<Side, string>> = {
    'the API': 'api',
    'the page': 'page',
    'the command': 'command',
  };
  const waiting = {} as Record<Side, Waiting>;
  let second: GatewayProcess;

  const at = ({ client: person }: GatewayProcess, appKey: string): At => ({
    person,
    app: new GatewayClient(person.url, appKey),
  });

  beforeAll(async () => {
    const model = await open(ModelServer.start());
    model.otherwise = asksThenSays({ name: 'drop', args: { by: 'chat' } }, 'Done.');
    const state = await open(
      gatewayState({ isEmpty: true }).then((made) => ({ ...made, close: () => made.remove() })),
    );
    const upstreams = await Promise.all(
      names.map((side) =>
        open(ScriptedHttp.start([says('drop', 'dropped')])).then((upstream) => [side, upstream] as const),
      ),
    );
    const mcpServers = Object.fromEntries(upstreams.map(([side, { url }]) => [slugs[side], { url }]));
    const start = async (): Promise<GatewayProcess> => {
      const started = await spawnGateway({
        ...{ state, mcpServers },
        env: {
          ...{ ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
          CHAT_PROVIDERS: JSON.stringify({ tiny: { baseUrl: model.url } }),
          CHAT_DEFAULT_MODEL: 'tiny/model',
        },
      });
      await open({ close: () => started.stop('SIGKILL').then(() => undefined) });
      await started.ready();
      return started;
    };
    const first = await start();
    for (const [side, upstream] of upstreams) {
      const slug = slugs[side];
      const config = {
        mcpServers: { one: { use: slug } },
        policies: { requireApproval: ['one__drop'] },
        workflows: { drops: doing([{ act: call('drop', { by: 'run' }) }]) },
      };
      await first.client.json('/api/cli/apps', { body: { name: slug, slug, config } });
      const { body } = await first.client.json(`/api/cli/apps/${slug}/keys`, { body: {} });
      const appKey = String(body['key']);
      const ways = waysTo(slug);
      const ids = new Map<string, string>();
      for (const [name, way] of Object.entries(ways)) ids.set(name, await way.ask(at(first, appKey)));
      waiting[side] = { upstream, ways, appKey, ids };
    }
    await first.stop('SIGKILL');
    second = await start();
  });

  it.each(names)(
    '[approvals-durable] makes each of them once, on every path, when somebody approves it by %s',
    async (side) => {
      const { upstream, ways, appKey, ids } = waiting[side];
      expect(new Set(ids.values()).size).toBe(Object.keys(ways).length);
      for (const id of ids.values()) await sides[side](second.client, id);
      await waitFor('the run to go on', () => upstream.executions('drop') === 1);
      for (const [name, way] of Object.entries(ways)) await way.goOn(at(second, appKey), ids.get(name) ?? '');
      expect(upstream.executions('drop')).toBe(ids.size);
    },
    120_000,
  );
});
