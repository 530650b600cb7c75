import { EventHub } from '../../src/platform/events/event-hub.service.js';
import { EventReader } from '../support/clients/event-reader.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { startReplicas } from '../support/processes/replicas.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
let a: TestGateway, b: TestGateway;
let accountId: string;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const replicas = await startReplicas(open, 2, { mcpServers: { desk: { url: upstream.url } } });
  [a, b] = replicas as [TestGateway, TestGateway];
  const { body } = await a.json('/api/cli/auth/me');
  accountId = (body['account'] as { readonly id: string }).id;
});

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

const marks = (reader: EventReader) =>
  reader.named('app.changed').flatMap(({ data }) => (data as Json)['n'] ?? []);
const mark = (gateway: TestGateway, n: number) => {
  gateway.app
    .get(EventHub, { strict: false })
    .publish(accountId, () => ({ type: 'app.changed', data: { n } }));
};

describe('Events of several processes', () => {
  it('[events-processes] come to a listener at any of them, and go on at another without a gap or a repeat', async () => {
    const here = await listenAt(a);
    const there = await listenAt(b);
    await waitFor('both to hear both', () => {
      mark(a, 0);
      mark(b, 0);
      return [here, there].every(({ reader }) => marks(reader).filter((n) => n === 0).length >= 4);
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

  it('[events-processes] tell of a call at another process', async () => {
    const { reader, leave } = await listenAt(a);
    await waitFor('the call', async () => {
      await b.call('desk', 'echo');
      return reader.named('call.completed').length > 0;
    });
    await leave();
  });
});
