import { closeAfterEach } from '../../support/closing.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { answered, textOf } from '../../support/questions.js';
import { saidIn, twoPeople, type TwoPeople } from '../../support/two-people.js';
import { whoami } from '../../support/upstreams/guarded-http.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();
const opensAddresses = { elicitation: { form: {}, url: {} } };

const clientOf = ({ gateway }: TwoPeople, { token }: GatewayClient) =>
  new NativeClient(`${gateway.url}/api/servers/notes/mcp`, token);
const namesIn = (result: Json): unknown[] => (result['tools'] as Json[]).map(({ name }) => name);
const pageOf = ({ gateway }: TwoPeople) => `${gateway.url}/connect/notes`;

describe('A server that wants more than was granted', () => {
  it('[told-more-scopes] asks whoever needs more, in each era, and lets the others go on', async () => {
    const stage = await twoPeople(open);
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
    const stage = await twoPeople(open);
    const { ana, gateway, issuer } = stage;
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
    gateway.writeMcpConfig({ mcpServers: { notes: { type: 'sse', url: `${server.origin}/sse`, auth } } });
    await waitFor('the other file', async () => {
      const { body } = await ana.json('/api/servers');
      return (body['servers'] as Json[])[0]?.['transport'] === 'sse';
    });
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
