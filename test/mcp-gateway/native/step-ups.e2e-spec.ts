import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { answered, textOf } from '../../support/questions.js';
import { TestClock } from '../../support/test-clock.js';
import { saidIn, twoPeopleAt, type TwoPeople } from '../../support/two-people.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { whoami } from '../../support/upstreams/guarded-http.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
const opensAddresses = { elicitation: { form: {}, url: {} } };
let gateway: TestGateway;
/** Waits only for a moment for a connection that is being made. */
let hasty: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
  hasty = await keep(startGateway({ clock, env: { HELD_CALL_MS: 100 } }));
});

const twoPeople = (at = gateway): Promise<TwoPeople> => twoPeopleAt(open, { gateway: at, clock });
const clientOf = (stage: TwoPeople, { token }: GatewayClient) =>
  new NativeClient(`${stage.gateway.url}/api/servers/notes/mcp`, token);
const namesIn = (result: Json): unknown[] => (result['tools'] as Json[]).map(({ name }) => name);
const pageOf = (stage: TwoPeople) => `${stage.gateway.url}/connect/notes`;

describe('A client of 2026-07-28 that does not connect the server', () => {
  it('[connect-url-modern] is asked once, and gets the link when it declines, cancels or does nothing', async () => {
    const stage = await twoPeople(hasty);
    const client = clientOf(stage, stage.ana);
    const call = async (more: Json = {}): Promise<Json> => {
      const params = { name: 'whoami', arguments: {}, ...more };
      return resultOf(await client.modern('tools/call', params, { capabilities: opensAddresses }));
    };
    for (const action of ['decline', 'cancel', 'accept']) {
      const first = await call();
      const second = await call(answered(first, () => ({ action })));
      expect(second).toMatchObject({ isError: true, resultType: 'complete' });
      expect(textOf(second)).toContain(pageOf(stage));
    }
  });
});

describe('A server that wants more than was granted', () => {
  it('[told-more-scopes] asks whoever needs more, in each era, and lets the others go on', async () => {
    const stage = await twoPeople();
    stage.server.tools = [whoami, { ...whoami, definition: { ...whoami.definition, name: 'write' } }];
    stage.server.needs.set('write', ['read', 'write']);
    await stage.connectAs('ana');
    expect(saidIn((await stage.ana.call('notes', 'whoami')).body)).toBe('ana');
    const refused = await stage.ana.call('notes', 'write');
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'upstream-auth-required', connectUrl: pageOf(stage) }),
    ]);
    expect(saidIn((await stage.ana.call('notes', 'whoami')).body)).toBe('ana');
    const modern = clientOf(stage, stage.ana);
    const asks = { name: 'write', arguments: {} };
    const first = resultOf(await modern.modern('tools/call', asks, { capabilities: opensAddresses }));
    expect(first).toMatchObject({ resultType: 'input_required' });
    const session = clientOf(stage, stage.ana);
    await session.initialize(opensAddresses);
    expect(errorOf(await session.request('tools/call', asks))).toMatchObject({ code: -32042 });
    expect(textOf(await session.result('tools/call', { name: 'whoami' }))).toBe('ana');
    const answers = answered(first, () => ({ action: 'accept' }));
    const second = modern.modern('tools/call', { ...asks, ...answers }, { capabilities: opensAddresses });
    await stage.connectAs('ana');
    expect(textOf(resultOf(await second))).toBe('ana');
    expect(textOf(await session.result('tools/call', asks))).toBe('ana');
  });

  it('[told-more-scopes] asks in a session whose server speaks over HTTP+SSE, too', async () => {
    const stage = await twoPeople();
    const { ana, issuer } = stage;
    const server = await open(new ScriptedSse().listen());
    server.callResult = '{"content":[{"type":"text","text":"written"}]}';
    server.intercept = (exchange) => {
      const { path, headers, rpc } = exchange.record;
      const terms = issuer.tokens.of(String(headers.authorization).replace('Bearer ', ''));
      const lacks = rpc?.method === 'tools/call' && terms?.scopes.includes('write') !== true;
      if (path.startsWith('/.well-known/')) exchange.send(404, '{}');
      else if (terms === undefined) exchange.send(401, '{}', { 'www-authenticate': 'Bearer' });
      else if (lacks)
        exchange.send(403, '{}', {
          'www-authenticate': 'Bearer error="insufficient_scope", scope="write"',
        });
      else return false;
      return true;
    };
    const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer, scopes: ['read'] };
    await publish(open, gateway, { type: 'sse', url: `${server.origin}/sse`, auth }, 'notes');
    const before = clientOf(stage, ana);
    await before.initialize(opensAddresses);
    expect(errorOf(await before.request('tools/call', { name: 'hangs' }))).toMatchObject({ code: -32042 });
    await stage.connectAs('ana');
    const client = clientOf(stage, ana);
    await client.initialize(opensAddresses);
    expect(namesIn(await client.result('tools/list'))).toEqual(['hangs']);
    const refused = errorOf(await client.request('tools/call', { name: 'hangs' }));
    const [elicitation] = (refused?.['data'] as { elicitations: Json[] }).elicitations;
    expect([refused?.['code'], elicitation?.['url']]).toEqual([-32042, pageOf(stage)]);
    const stream = await open(client.stream());
    await stage.connectAs('ana');
    const done = await stream.received(
      'the completion',
      ({ method }) => method === 'notifications/elicitation/complete',
    );
    expect(done['params']).toEqual({ elicitationId: elicitation?.['elicitationId'] });
    for (const session of [client, before])
      expect(textOf(await session.result('tools/call', { name: 'hangs' }))).toBe('written');
  });
});
