import { newId } from '../../src/kernel/id.js';
import { EventHub } from '../../src/platform/events/event-hub.service.js';
import type { GatewayEvent } from '../../src/platform/events/gateway-event.js';
import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { browserOf, operatorsBrowser } from '../support/clients/console-client.js';
import { EventReader } from '../support/clients/event-reader.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { mintOperatorToken } from '../support/people.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { doing, listen } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const canary = 'argument-that-nobody-hears';
let gateway: TestGateway;
let upstream: ScriptedHttp;
let shop: TestApp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: { desk: { url: upstream.url } },
      env: { EVENTS_KEPT: 10, EGRESS_ALLOW: [new URL(upstream.url).host] },
    }),
  );
  shop = await createApp(gateway, 'shop', {
    mcpServers: { own: { url: upstream.url } },
    workflows: { asks: doing([{ ask: listen('approval') }]) },
  });
});

/** A stream of events that is open: from there on nothing is missed. */
async function listenAs(
  client: GatewayClient,
  lastEventId?: string,
): Promise<EventReader & { leave(): Promise<void> }> {
  const leaving = new AbortController();
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await client.fetch('/api/events', { headers, signal: leaving.signal });
  if (response.status !== 200) throw new Error(`${String(response.status)} ${await response.text()}`);
  const reader = new EventReader(response);
  return Object.assign(reader, {
    leave: async () => {
      leaving.abort();
      await reader.done;
    },
  });
}

const hub = () => gateway.app.get(EventHub, { strict: false });
const mark = (accountId: string, n: number, more: Partial<GatewayEvent> = {}) => {
  hub().publish(accountId, () => ({ type: 'app.changed', data: { n }, ...more }));
};
const numbers = (reader: EventReader) => reader.events.map(({ data }) => (data as Json)['n']);

describe('GET /api/events', () => {
  it('[events] tells of calls, servers, apps, runs and approvals, with ids and without arguments', async () => {
    const events = await listenAs(gateway);
    await gateway.call('desk', 'echo', { text: canary });
    const call = await events.first('call.completed');
    expect(call.data).toMatchObject({
      ...{ status: 200, ok: true, caller: { kind: 'user' } },
      hops: expect.arrayContaining([
        expect.objectContaining({
          server: expect.objectContaining({ handle: 'desk' }),
          method: 'tools/call',
          target: 'echo',
        }),
      ]),
    });
    const server = await events.first('server.changed');
    expect(server.data).toMatchObject({ server: 'desk', status: 'ready' });
    const app = await operatorOf(gateway).newApp('Other', undefined, { slug: 'other' });
    expect((await events.first('app.changed')).data).toEqual({ app: app['id'] });
    const started = await shop.json('/api/sdk/workflows/execute', {
      body: { workflow: 'asks', input: { canary }, mode: 'async' },
    });
    const waiting = await waitFor('the run to wait', () =>
      events.named('run.changed').find(({ data }) => (data as Json)['status'] === 'waiting'),
    );
    expect(waiting.data).toMatchObject({ runId: started.body['runId'], app: shop.id, workflow: 'asks' });
    const approval = await events.first('approval.waiting');
    expect(approval.data).toMatchObject({ runId: started.body['runId'], workflow: 'asks' });
    for (const { id } of events.events) expect(id).toMatch(/^[0-9a-f.~]{1,1024}$/);
    expect(JSON.stringify(events.events)).not.toContain(canary);
    await events.leave();
  });

  it('[events] tells of a server that fails and is well again', async () => {
    const events = await listenAs(gateway);
    await upstream.close();
    await gateway.call('desk', 'echo');
    const statuses = () => events.named('server.changed').map(({ data }) => (data as Json)['status']);
    await waitFor('the failure', () => statuses().some((status) => status !== 'ready'));
    await upstream.restart();
    await waitFor('the recovery', () => statuses().at(-1) === 'ready');
    await events.leave();
  });

  it('[events] [events-seen] is for a browser, and hears nothing of other accounts', async () => {
    const stranger = await personIn(gateway, 'hears-nothing');
    const theirs = await listenAs(await browserOf(gateway, stranger.userId));
    const ours = await listenAs(await operatorsBrowser(gateway));
    await gateway.call('desk', 'echo');
    await ours.first('call.completed');
    await stranger.call('desk', 'echo');
    await theirs.first('call.completed');
    expect(theirs.named('call.completed')).toHaveLength(1);
    expect(ours.named('call.completed')).toHaveLength(1);
    await Promise.all([theirs.leave(), ours.leave()]);
  });

  it('[events-seen] tells a key of its app, and one person of what is theirs alone', async () => {
    const owner = await personIn(gateway, 'several');
    await owner.newApp('One', { mcpServers: { own: { url: upstream.url } } }, { slug: 'one' });
    await owner.newApp('Two', {}, { slug: 'two' });
    const one = await owner.withKey('one');
    const two = await owner.withKey('two');
    const member = await personIn(gateway, owner.accountId, 'member');
    const readers = await Promise.all([listenAs(owner), listenAs(member), listenAs(one), listenAs(two)]);
    const [ofOwner, ofMember, ofOne, ofTwo] = readers;
    await one.json('/api/sdk/tools/call', { body: { name: 'own__echo' } });
    await owner.app('two', '', { method: 'PATCH', body: { name: 'Two!' } });
    mark(owner.accountId, 1, { userId: member.userId });
    mark(owner.accountId, 2);
    await waitFor('the last', () => numbers(ofOwner).includes(2) && numbers(ofMember).includes(2));
    expect(numbers(ofOwner)).not.toContain(1);
    expect(numbers(ofMember)).toContain(1);
    await ofTwo.first('app.changed');
    await ofOne.first('call.completed');
    expect(ofTwo.named('call.completed')).toEqual([]);
    expect(ofOne.named('app.changed')).toEqual([]);
    expect(ofOwner.named('call.completed')).toHaveLength(1);
    await Promise.all(readers.map((reader) => reader.leave()));
  });

  it('[events-seen] tells a token what its scopes read', async () => {
    const token = await mintOperatorToken(gateway, ['tools:read']);
    const [narrow, wide] = await Promise.all([
      listenAs(new GatewayClient(gateway.url, token)),
      listenAs(gateway),
    ]);
    await operatorOf(gateway).app('shop', '', { method: 'PATCH', body: { name: 'Shop!' } });
    await gateway.call('desk', 'echo', { text: canary });
    await narrow.first('call.completed');
    await wide.first('app.changed');
    expect(narrow.named('app.changed')).toEqual([]);
    await Promise.all([narrow.leave(), wide.leave()]);
    const deaf = await mintOperatorToken(gateway, ['apps:read', 'tools:call']);
    const { status, body } = await new GatewayClient(gateway.url, deaf).json('/api/events');
    expect([status, body['code']]).toEqual([403, 'insufficient-scope']);
  });

  it('[events-resume] resends what came after an id, once, and goes on', async () => {
    const { accountId, userId } = await personIn(gateway, 'comes-back');
    const client = await browserOf(gateway, userId);
    const first = await listenAs(client);
    for (const n of [1, 2]) mark(accountId, n);
    await waitFor('both', () => first.events.length === 2);
    const [one, two] = first.events;
    await first.leave();
    for (const n of [3, 4]) mark(accountId, n);
    const again = await listenAs(client, two?.id);
    mark(accountId, 5);
    await waitFor('all', () => again.events.length === 3);
    expect(numbers(again)).toEqual([3, 4, 5]);
    const earlier = await listenAs(client, one?.id);
    await waitFor('all', () => earlier.events.length === 4);
    expect(numbers(earlier)).toEqual([2, 3, 4, 5]);
    await Promise.all([again.leave(), earlier.leave()]);
  });

  it('[events-resume] [events-bounded] says reset for what is not known any more, and for what is no id', async () => {
    const { accountId, userId } = await personIn(gateway, 'too-late');
    const client = await browserOf(gateway, userId);
    const first = await listenAs(client);
    mark(accountId, 0);
    const { id } = await first.first('app.changed');
    await first.leave();
    for (let n = 1; n <= 40; n++) mark(accountId, n);
    const late = await listenAs(client, id);
    mark(accountId, 41);
    await waitFor('the news', () => late.events.length === 2);
    expect(late.events.map(({ event }) => event)).toEqual(['reset', 'app.changed']);
    expect(late.events[0]?.id).toMatch(/^[0-9a-f.~]+$/);
    await late.leave();
    const ahead = String(late.events.at(-1)?.id).replaceAll(/\.\d+/g, '.999999999');
    const long = `${'aaaaaaaaaaaa.1~'.repeat(80)}bbbbbbbbbbbb.1`;
    for (const odd of ['aaaaaaaaaaaa.3', 'x', 'aaaaaaaaaaaa', 'a.1', ahead, long, '\u00ff']) {
      const lost = await listenAs(client, odd);
      mark(accountId, 42);
      await lost.first('app.changed');
      expect(lost.events.map(({ event }) => event)).toEqual(['reset', 'app.changed']);
      await lost.leave();
    }
  });

  it('[events-bounded] keeps nothing for an account that nobody listens to', () => {
    const accountId = newId('acc');
    let asked = 0;
    hub().publish(accountId, () => {
      asked++;
      return { type: 'app.changed', data: {} };
    });
    expect([asked, hub().isHeard(accountId)]).toEqual([0, false]);
  });
});
