import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { textOf } from '../support/questions.js';
import { TestClock } from '../support/test-clock.js';
import { deskOf, personOf, saidIn, twoPeopleAt, type TwoPeople } from '../support/two-people.js';
import type { UpstreamStream } from '../support/upstreams/recording-server.js';
import { waitFor } from '../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
});

const twoPeople = (): Promise<TwoPeople> => twoPeopleAt(open, { gateway, clock });
const namesIn = ({ body }: Answer): unknown[] => (body['tools'] as Json[]).map(({ name }) => name);

/** Each person sees a tool of their own beside the one that both have. */
function listsByPerson({ server }: TwoPeople): void {
  const [both] = server.tools.map(({ definition }) => definition);
  server.methods.set('tools/list', (exchange) => {
    const own = { name: `of-${personOf(exchange)}`, inputSchema: { type: 'object' } };
    exchange.result({ tools: [both, own] });
  });
}

describe('Two people of one account', () => {
  it('[two-people] are two identities at a server for users, with lists of their own, on every way', async () => {
    const stage = await twoPeople();
    listsByPerson(stage);
    await deskOf(stage);
    await stage.connectAs('ana');
    await stage.connectAs('bo');
    for (const [client, person, other] of [
      [stage.ana, 'ana', 'bo'],
      [stage.bo, 'bo', 'ana'],
      [stage.ana, 'ana', 'bo'],
    ] as const) {
      expect(saidIn((await client.call('notes', 'whoami')).body)).toBe(person);
      expect(namesIn(await client.json('/api/servers/notes/mcp/tools'))).toEqual(['whoami', `of-${person}`]);
      const sdk = await client.json('/api/sdk/tools?app=desk');
      expect(namesIn(sdk)).toEqual(['notes__whoami', `notes__of-${person}`]);
      const etag = sdk.headers.get('etag') ?? '';
      const again = await client.json('/api/sdk/tools?app=desk', { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      for (const path of ['servers/notes', 'apps/desk']) {
        const native = new NativeClient(`${gateway.url}/api/${path}/mcp`, client.token);
        const listed = resultOf(await native.modern('tools/list'));
        expect(JSON.stringify(listed)).toContain(`of-${person}`);
        expect(JSON.stringify(listed)).not.toContain(`of-${other}`);
        const session = new NativeClient(`${gateway.url}/api/${path}/mcp`, client.token);
        await session.initialize();
        const name = path === 'apps/desk' ? 'notes__whoami' : 'whoami';
        expect(textOf(await session.result('tools/call', { name }))).toBe(person);
      }
    }
    const tokens = new Set(stage.server.requests.map(({ headers }) => headers.authorization));
    tokens.delete(undefined);
    expect(tokens.size).toBe(2);
  });

  it('[two-people] hear of changes on their own connection only, at the server and at an app', async () => {
    const stage = await twoPeople();
    const { server } = stage;
    server.capabilities = { ...server.capabilities, resources: { listChanged: true, subscribe: true } };
    server.methods.set('resources/subscribe', (exchange) => {
      exchange.result({});
    });
    const streams = new Map<string, UpstreamStream>();
    server.intercept = (exchange) => {
      if (exchange.record.httpMethod !== 'GET') return false;
      streams.set(personOf(exchange), exchange.openStream());
      return true;
    };
    await deskOf(stage);
    await stage.connectAs('ana');
    await stage.connectAs('bo');
    const wishes = { resourceSubscriptions: ['note://one'], toolsListChanged: true };
    const heard = await Promise.all(
      [stage.ana, stage.bo].flatMap((client) =>
        ['servers/notes', 'apps/desk'].map(async (path) => {
          const native = new NativeClient(`${gateway.url}/api/${path}/mcp`, client.token);
          const stream = await open(native.listen(wishes));
          await stream.received('the acknowledgement', ({ method }) =>
            String(method).endsWith('acknowledged'),
          );
          return stream;
        }),
      ),
    );
    await waitFor('the streams at the server', () => streams.size === 2);
    const changes = ['notifications/resources/updated', 'notifications/tools/list_changed'];
    const counts = () => heard.map((stream) => changes.map((method) => stream.of(method).length));
    for (const [person, expected] of [
      [
        'ana',
        [
          [1, 1],
          [1, 1],
          [0, 0],
          [0, 0],
        ],
      ],
      [
        'bo',
        [
          [1, 1],
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      ],
    ] as const) {
      streams.get(person)?.notify('notifications/resources/updated', { uri: 'note://one' });
      streams.get(person)?.notify('notifications/tools/list_changed');
      await waitFor(`what ${person} hears`, () => JSON.stringify(counts()) === JSON.stringify(expected));
    }
  });

  it('[two-people] do not see what is cached of the other who has not connected, or not any more', async () => {
    const stage = await twoPeople();
    listsByPerson(stage);
    await stage.connectAs('ana');
    expect((await stage.ana.json('/api/servers/notes/mcp/tools')).status).toBe(200);
    expect((await stage.bo.json('/api/servers/notes/mcp/tools')).status).toBe(409);
    const { body } = await stage.ana.json('/api/connections');
    const [own] = body['connections'] as Json[];
    await stage.ana.json(`/api/connections/${String(own?.['id'])}`, { method: 'DELETE' });
    expect((await stage.ana.json('/api/servers/notes/mcp/tools')).status).toBe(409);
    expect((await stage.ana.call('notes', 'whoami')).status).toBe(409);
  });

  it('[two-people-shared] use the same connection where the declaration is for the account', async () => {
    const stage = await twoPeople();
    await stage.connectAs('ana', 'team');
    for (const client of [stage.ana, stage.bo])
      expect(saidIn((await client.call('team', 'whoami')).body)).toBe('ana');
  });
});
