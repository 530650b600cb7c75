import { personIn } from '../support/clients/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { figure } from '../support/measures/figures.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';
import { answers, hangs, httpStatus, refuses, text } from '../support/upstreams/behaviours.js';
import { NpmHttpServer } from '../support/upstreams/npm-servers.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';

const open = closeAfterEach();

async function gatewayFor(
  options: GatewayOptions & { entry?: Json } = {},
): Promise<{ upstream: ScriptedHttp; gateway: TestGateway }> {
  const upstream = await open(ScriptedHttp.start([echo, tool('effect', answers(text('effected')))]));
  const { entry, ...rest } = options;
  const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url, ...entry } }, ...rest }));
  return { upstream, gateway };
}

describe('an upstream that forgot our session', () => {
  it('[http-restart] is greeted again and gets the call once', async () => {
    const { upstream, gateway } = await gatewayFor();
    expect((await gateway.call('s', 'effect', {})).status).toBe(200);
    await upstream.restart();
    expect(await gateway.call('s', 'effect', {})).toMatchObject({ status: 200, body: text('effected') });
    expect(upstream.executions('effect')).toBe(2);
    expect(upstream.of('initialize')).toHaveLength(2);
    expect((await gateway.server('s'))?.['status']).toBe('ready');
  });

  it('[http-restart] is greeted once for many callers', async () => {
    const { upstream, gateway } = await gatewayFor();
    await gateway.call('s', 'effect', {});
    upstream.sessions.clear();
    const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.call('s', 'effect', {})));
    for (const { status } of answers) expect(status).toBe(200);
    expect(upstream.executions('effect')).toBe(51);
    expect(upstream.of('initialize')).toHaveLength(2);
  });

  it.each([
    ['404 without a body', httpStatus(404)],
    ['400 with the code of old SDKs', refuses(-32000, 'Bad Request: No valid session ID provided', 400)],
    [
      '400 with an error that has no id',
      (exchange: Exchange) => {
        exchange.send(400, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request"}}');
      },
    ],
    ['404 in words of its own', refuses(-32001, 'Sitzung unbekannt', 404)],
  ])('[http-restart] may say so as %s', async (_, behaviour) => {
    const { upstream, gateway } = await gatewayFor();
    upstream.lostSession = behaviour;
    await gateway.call('s', 'effect', {});
    upstream.sessions.clear();
    expect((await gateway.call('s', 'effect', {})).status).toBe(200);
    expect(upstream.executions('effect')).toBe(2);
    upstream.sessions.clear();
    expect((await gateway.mcp('s', 'tools?refresh=true')).status).toBe(200);
    upstream.sessions.clear();
    expect((await gateway.mcp('s', 'ping')).status).toBe(200);
  });

  it('[http-restart] may be a real server', async () => {
    const upstream = await open(NpmHttpServer.everything('streamableHttp'));
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    expect((await gateway.call('s', 'echo', { message: 'a' })).status).toBe(200);
    await upstream.restart();
    expect((await gateway.call('s', 'echo', { message: 'b' })).body).toMatchObject({
      content: [{ text: 'Echo: b' }],
    });
  });

  it('[http-restart] may be a real HTTP+SSE server', async () => {
    const upstream = await open(NpmHttpServer.everything('sse'));
    const gateway = await open(startGateway({ mcpServers: { s: { type: 'sse', url: upstream.url } } }));
    expect((await gateway.call('s', 'echo', { message: 'a' })).status).toBe(200);
    await upstream.restart();
    const again = await waitFor('the connection to heal', async () => {
      const answer = await gateway.call('s', 'echo', { message: 'b' });
      return answer.status === 200 && answer;
    });
    expect(again.body).toMatchObject({ content: [{ text: 'Echo: b' }] });
  });

  it('[http-restart] of 2026-07-28 has no session to lose', async () => {
    const upstream = await open(ScriptedModern.start());
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    await gateway.call('s', 'echo', {});
    await upstream.close();
    await upstream.listen();
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
    expect(upstream.executions('echo')).toBe(2);
  });
});

describe('an upstream that is away', () => {
  it('[http-restart] is found again when it is back', async () => {
    const { upstream, gateway } = await gatewayFor();
    await gateway.call('s', 'echo', {});
    await upstream.close();
    const away = await gateway.call('s', 'echo', {});
    expect([502, 503]).toContain(away.status);
    await upstream.restart();
    await waitFor('it to be found', async () => (await gateway.call('s', 'echo', {})).status === 200);
  });

  it('[backoff-visible] shows its error and when it is tried next, and neither once it is well', async () => {
    const { upstream, gateway } = await gatewayFor({ env: { BACKOFF_BASE_MS: 200, BACKOFF_MAX_MS: 400 } });
    await upstream.close();
    expect((await gateway.call('s', 'echo', {})).body['code']).toBe('upstream-unavailable');
    const row = await gateway.server('s');
    expect(row).toMatchObject({ status: 'unavailable', lastError: expect.anything() });
    const next = Date.parse(String(row?.['nextRetryAt']));
    expect(next - Date.now()).toBeLessThan(500);
    expect(JSON.stringify(row)).toContain(String(upstream.port));
    const tenant = await personIn(gateway, 'tenant');
    const seen = (await tenant.json('/api/servers')).text;
    expect(seen).toContain('lastError');
    expect(seen).not.toContain(String(upstream.port));
    await upstream.restart();
    await waitFor('it to be found', async () => (await gateway.call('s', 'echo', {})).status === 200);
    const well = await gateway.server('s');
    expect(well?.['status']).toBe('ready');
    expect(well).not.toHaveProperty('lastError');
    expect(well).not.toHaveProperty('nextRetryAt');
  });

  it('[breaker] is left alone after some failures, then probed by one call, then used again', async () => {
    const clock = new TestClock();
    const { upstream, gateway } = await gatewayFor({
      env: { BREAKER_FAILURES: 3, BACKOFF_BASE_MS: 60_000, BACKOFF_MAX_MS: 60_000 },
      clock,
    });
    const many = (count: number) =>
      Promise.all(Array.from({ length: count }, () => gateway.call('s', 'echo', {})));
    await gateway.call('s', 'echo', {});
    upstream.intercept = (exchange) => {
      exchange.send(503, 'down');
      return true;
    };
    await waitFor('the breaker to open', async () => {
      const { status, headers } = await gateway.call('s', 'echo', {});
      return status === 503 && headers.has('retry-after');
    });
    const before = upstream.requests.length;
    const refused: Answer[] = [];
    for (let count = 0; count < 20; count++) refused.push(await gateway.call('s', 'echo', {}));
    for (const { status, body, headers } of refused) {
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream-unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(upstream.requests.length).toBe(before);
    const times = refused.map(({ ms }) => ms).sort((a, b) => a - b);
    const [median = Infinity, slowest = Infinity] = [times[10], times.at(-1)];
    expect(median).toBeLessThan(20);

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const probes: string[] = [];
    upstream.intercept = async ({ record }) => {
      probes.push(String(record.rpc?.method));
      await released;
      return false;
    };
    clock.advance(60_001);
    let answered = 0;
    const crowd = Array.from({ length: 30 }, () => gateway.call('s', 'echo', {}).finally(() => answered++));
    await waitFor('all but one to be refused', () => answered === 29 && probes.length > 0);
    for (const { status, headers } of await many(30)) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    const underWay = [...probes];
    expect(underWay).toHaveLength(1);
    release();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const { status } of await many(30)) expect(status).toBe(200);
    figure('breaker', {
      ...{ refused: refused.length, 'ms (median)': median.toFixed(1), 'ms (slowest)': slowest.toFixed(1) },
      ...{ 'callers when it may be tried again': crowd.length, probes: underWay.length },
    });
  });

  it('[breaker] does not open for tools that fail or refuse their arguments', async () => {
    const { upstream, gateway } = await gatewayFor({ env: { BREAKER_FAILURES: 2 } });
    upstream.tools.push(tool('picky', refuses(-32602, 'no')), tool('broken', refuses(-32603, 'no')));
    for (let round = 0; round < 5; round++) {
      expect((await gateway.call('s', 'picky', {})).status).toBe(422);
      expect((await gateway.call('s', 'broken', {})).status).toBe(502);
    }
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
  });
});

describe('one hanging server of ten', () => {
  it('[one-hanging] keeps nobody else waiting and is named', async () => {
    const good = await open(ScriptedHttp.start());
    const hanging = await open(ScriptedHttp.start());
    hanging.intercept = () => true;
    const names = Array.from({ length: 9 }, (_, index) => `good-${String(index)}`);
    const gateway = await open(
      startGateway({
        mcpServers: {
          hanging: { url: hanging.url },
          ...Object.fromEntries(names.map((name) => [name, { url: good.url }])),
        },
        env: { CONNECT_TIMEOUT_MS: 1500, LIST_DEADLINE_MS: 300 },
      }),
    );
    const stuck = [
      gateway.call('hanging', 'echo', {}),
      gateway.mcp('hanging', 'tools'),
      gateway.mcp('hanging', 'ping'),
    ];
    await hanging.received(await firstMethod(hanging));
    const isWell = async (name: string) => (await gateway.call(name, 'echo', {})).status === 200;
    await Promise.all(names.map((name) => waitFor(name, () => isWell(name))));
    const times: number[] = [];
    for (let round = 0; round < 20; round++)
      for (const name of names) times.push((await gateway.call(name, 'echo', {})).ms);
    times.sort((a, b) => a - b);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(100);
    const listed = await gateway.json('/api/servers');
    expect(listed.ms).toBeLessThan(1000);
    const rows = listed.body['servers'] as Json[];
    expect(rows.filter(({ status }) => status === 'ready').map(({ name }) => name)).toEqual(names);
    expect(rows.find(({ name }) => name === 'hanging')?.['status']).not.toBe('ready');
    for (const { status, ms } of await Promise.all(stuck)) {
      expect([503, 504]).toContain(status);
      expect(ms).toBeLessThan(3500);
    }
    expect(await gateway.server('hanging')).toMatchObject({
      status: 'unavailable',
      lastError: expect.anything(),
    });
  });

  it('[one-hanging] also when it hangs after the handshake', async () => {
    const { upstream, gateway } = await gatewayFor();
    const healthy = await open(ScriptedHttp.start());
    gateway.writeMcpConfig({ mcpServers: { s: { url: upstream.url }, t: { url: healthy.url } } });
    await waitFor('both', async () => (await gateway.call('t', 'echo', {})).status === 200);
    await gateway.call('s', 'echo', {});
    upstream.methods.set('tools/call', hangs);
    const stuck = Array.from({ length: 30 }, () => gateway.call('s', 'echo', {}, { timeoutMs: 1000 }));
    await upstream.received('tools/call', 20);
    for (let round = 0; round < 20; round++)
      expect((await gateway.call('t', 'echo', {})).ms).toBeLessThan(200);
    for (const { status } of await Promise.all(stuck)) expect(status).toBe(504);
  });
});

/** The JSON-RPC method that the gateway says first. */
async function firstMethod(upstream: ScriptedHttp): Promise<string> {
  const first = await waitFor('a request', () => upstream.requests.find(({ rpc }) => rpc !== undefined));
  return String(first.rpc?.method);
}
