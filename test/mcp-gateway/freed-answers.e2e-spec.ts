import { RequestPipeline } from '../../src/platform/http/request-pipeline.js';
import { Reply } from '../../src/platform/http/answers/reply.js';
import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import { says } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const long = 'x y '.repeat(50_000);
const content = [{ type: 'text', text: long }];
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([says('long', long)]));
});

async function gatewayWith(env: Readonly<Record<string, string | number>> = {}): Promise<TestGateway> {
  return open(startGateway({ mcpServers: { s: { url: upstream.url } }, env }));
}

/** The bodies of the large answers from now on, as the gateway holds them. */
function bodiesOf(gateway: TestGateway): Buffer[] {
  const bodies: Buffer[] = [];
  const pipeline = gateway.app.get(RequestPipeline, { strict: false });
  const send = pipeline.send.bind(pipeline);
  pipeline.send = (res, reply, context) => {
    if (reply instanceof Reply && Buffer.isBuffer(reply.body) && reply.body.length >= long.length)
      bodies.push(reply.body);
    return send(res, reply, context);
  };
  return bodies;
}

describe('A large answer that has been taken', () => {
  it('[large-freed] is held no longer, by REST and by a native endpoint, however often it comes', async () => {
    const gateway = await gatewayWith();
    const client = new NativeClient(`${gateway.url}/api/servers/s/mcp`, gateway.token);
    await client.initialize();
    const bodies = bodiesOf(gateway);
    for (let times = 0; times < 3; times++) {
      const calls = [1, 2, 3].map(() => gateway.call('s', 'long'));
      for (const { body } of await Promise.all(calls)) expect(body['content']).toEqual(content);
      const native = await client.request('tools/call', { name: 'long', arguments: {} });
      expect(resultOf(native)['content']).toEqual(content);
    }
    expect(bodies).toHaveLength(12);
    await waitFor('the memory of the answers', () => bodies.every(({ length }) => length === 0));
  });

  it('[large-freed] is kept where a record or a key needs it', async () => {
    const gateway = await gatewayWith({ CALL_LOG: 'full', MAX_KEPT_ANSWER_BYTES: 1_000_000 });
    const named = { headers: { 'x-request-id': 'kept' } };
    expect((await gateway.call('s', 'long', {}, {}, named)).body['content']).toEqual(content);
    const { body } = await gateway.json('/api/calls/kept');
    const hop = (body['hops'] as Json[]).find(({ method }) => method === 'tools/call');
    expect(hop).toMatchObject({ resultCut: true });
    expect(String(hop?.['result'])).toMatch(/^\{"content":\[\{"type":"text","text":"(x y )+/);

    const keyed = { headers: { 'idempotency-key': 'once' } };
    const before = upstream.executions('long');
    for (let times = 0; times < 2; times++)
      expect((await gateway.call('s', 'long', {}, {}, keyed)).body['content']).toEqual(content);
    expect(upstream.executions('long')).toBe(before + 1);
  });
});
