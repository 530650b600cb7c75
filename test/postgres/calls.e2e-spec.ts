import { EventHub } from '../../src/platform/events/event-hub.service.js';
import { PostgresListener } from '../../src/platform/database/postgres-listener.adapter.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { decide, inboxOf, ticketOf } from '../support/clients/approvals.js';
import { EventReader } from '../support/clients/event-reader.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { openEverything } from '../support/clients/open-under-token.js';
import { says } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { hangsAfter, ModelServer } from '../support/models/model-server.js';
import { startReplicas } from '../support/processes/replicas.js';
import { hangs, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';
import { doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let a: TestGateway, b: TestGateway;
let upstream: ScriptedHttp;
let key: string;

beforeAll(async () => {
  const model = await open(ModelServer.start());
  model.otherwise = hangsAfter('Once');
  upstream = await open(ScriptedHttp.start([says('drop', 'dropped'), tool('hang', hangs), echo]));
  const { url } = upstream;
  [a, b] = (await startReplicas(open, 2, {
    mcpServers: { one: { url }, desk: { url }, files: stdioServer() },
    env: {
      ...{ MAX_WEBHOOKS: 3, MAX_SIGNALS: 3 },
      ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    },
  })) as [TestGateway, TestGateway];
  await operatorOf(a).newApp(
    'shop',
    {
      mcpServers: { one: { use: 'one' }, desk: { use: 'desk' }, files: { use: 'files' } },
      policies: { requireApproval: ['one__drop'] },
      workflows: { wait: doing([{ wait: listen('go') }]) },
    },
    { slug: 'shop' },
  );
  key = (await operatorOf(a).withKey('shop')).token;
});

const at = ({ url }: TestGateway) => new GatewayClient(url, key);
const turns = (count: number) => Array.from({ length: count }, (_, n) => (n % 2 === 0 ? a : b));

describe('An approval', () => {
  const use = (gateway: TestGateway, n: number, headers: Record<string, string> = {}) =>
    at(gateway).call('shop.one', 'drop', { n }, {}, { headers });

  it('[approvals-processes] is given and used once, whichever process is asked', async () => {
    const asked = await Promise.all(turns(20).map((gateway) => use(gateway, 1)));
    const [ticket, ...others] = [...new Set(asked.map((answer) => ticketOf(answer).id))];
    expect(others).toEqual([]);
    const id = String(ticket);
    const decisions = await Promise.all([a, b].map((gateway) => decide(gateway, { id }, 'approve')));
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    const retries = await Promise.all(turns(20).map((gateway) => use(gateway, 1, { 'x-approval': id })));
    expect(retries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(upstream.executions('drop')).toBe(1);
  });

  it('[approvals-processes] reaches a call that waits at another process', async () => {
    const answer = use(a, 2, { prefer: 'wait=60' });
    const waiting = await waitFor('the call to wait', async () => (await inboxOf(b))[0]);
    await decide(b, { id: String(waiting['id']) }, 'approve');
    expect(await answer).toMatchObject({ status: 200, body: text('dropped') });
    expect(upstream.executions('drop')).toBe(2);
  });
});

describe('Limits that requests at two processes meet at once', () => {
  const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).sort();

  it('[limits-at-once] allow no more webhooks than MAX_WEBHOOKS', async () => {
    const path = '/api/sdk/workflows/wait/hooks?app=shop';
    const statuses = await statusesOf(turns(12).map((gateway) => gateway.json(path, { body: {} })));
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(9).fill(409)]);
  });

  it('[limits-at-once] allow no more signals of a run than MAX_SIGNALS', async () => {
    const runs = new Workflows(at(a));
    const id = await runs.start('wait');
    await runs.reaches(id, 'waiting');
    const path = `/api/sdk/workflows/runs/${id}/signals/other?app=shop`;
    const statuses = await statusesOf(turns(12).map((gateway) => gateway.json(path, { body: {} })));
    expect(statuses).toEqual([...Array<number>(3).fill(202), ...Array<number>(9).fill(409)]);
    await runs.post(id, 'cancel');
  });
});

describe('The event stream of an account', () => {
  async function listenAt(gateway: TestGateway, lastEventId?: string) {
    const leaving = new AbortController();
    const headers = new Headers(lastEventId === undefined ? {} : { 'last-event-id': lastEventId });
    const reader = new EventReader(await gateway.fetch('/api/events', { headers, signal: leaving.signal }));
    const leave = async () => {
      leaving.abort();
      await reader.done;
    };
    return { reader, leave };
  }

  const senders = (reader: EventReader) =>
    new Set(reader.named('app.changed').map(({ data }) => (data as Json)['by']));
  const marks = (reader: EventReader) =>
    reader.named('app.changed').flatMap(({ data }) => (data as Json)['n'] ?? []);

  it('[events-processes] carries events of both processes, and goes on at another one without a gap or a repeat', async () => {
    const { body } = await a.json('/api/cli/auth/me');
    const { id: accountId } = body['account'] as { readonly id: string };
    const mark = (gateway: TestGateway, n: number) => {
      const hub = gateway.app.get(EventHub, { strict: false });
      hub.publish(accountId, () => ({ type: 'app.changed', data: { n, by: gateway.url } }));
    };
    const here = await listenAt(a);
    const there = await listenAt(b);
    await waitFor('both to receive both', () => {
      mark(a, 0);
      mark(b, 0);
      return [here, there].every(({ reader }) => [a, b].every(({ url }) => senders(reader).has(url)));
    });
    for (const n of [1, 2, 3]) mark(n % 2 === 0 ? a : b, n);
    for (const { reader } of [here, there])
      await waitFor('all three', () => marks(reader).filter((n) => Number(n) > 0).length === 3);
    const id = here.reader.events.at(-1)?.id;
    await here.leave();
    for (const n of [4, 5]) mark(n % 2 === 0 ? a : b, n);
    await waitFor('the others', () => marks(there.reader).includes(5) && marks(there.reader).includes(4));
    const again = await listenAt(b, id);
    mark(b, 6);
    await waitFor('the last', () => marks(again.reader).includes(6));
    expect(again.reader.named('reset')).toEqual([]);
    expect([...marks(again.reader)].sort()).toEqual([4, 5, 6]);
    await Promise.all([again.leave(), there.leave()]);
  });

  it('[events-processes] reports a call at another process', async () => {
    const { reader, leave } = await listenAt(a);
    await waitFor('the call', async () => {
      await b.call('desk', 'echo');
      return reader.named('call.completed').length > 0;
    });
    await leave();
  });
});

describe('A key that one process deletes', () => {
  async function deleteKeyWhileOpen(): Promise<readonly string[]> {
    const own = await operatorOf(a).withKey('shop');
    const things = await openEverything(new GatewayClient(b.url, own.token));
    const [{ id } = {}] = (await operatorOf(a).app('shop', '/keys')).body['keys'] as Json[];
    expect((await operatorOf(a).app('shop', `/keys/${String(id)}`, { method: 'DELETE' })).status).toBe(204);
    return Promise.all(things.map(async ({ what, end }) => (await end, what)));
  }

  it('[open-ends-everywhere] ends all that is open under it at another process, also when signals are lost', async () => {
    const ended = await deleteKeyWhileOpen();
    expect(ended).toHaveLength(10);
    await b.app.get(PostgresListener, { strict: false }).onApplicationShutdown();
    expect(await deleteKeyWhileOpen()).toEqual(ended);
  });
});
