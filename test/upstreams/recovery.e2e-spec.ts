import { personIn } from '../support/clients/apps-client.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { answers, hangs, httpStatus, refuses, text } from '../support/upstreams/behaviours.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { waitFor } from '../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { LIST_DEADLINE_MS: 100 } }));
});

/** A server `s` of the gateway. */
async function declared(at: TestGateway = gateway): Promise<ScriptedHttp> {
  const upstream = await open(ScriptedHttp.start([echo, tool('effect', answers(text('effected')))]));
  await open(declareServers(at, { s: { url: upstream.url } }));
  return upstream;
}

describe('an upstream that forgot our session', () => {
  it('[http-restart] a restarted server is greeted again and gets the call once', async () => {
    const upstream = await declared();
    expect((await gateway.call('s', 'effect', {})).status).toBe(200);
    await upstream.restart();
    expect(await gateway.call('s', 'effect', {})).toMatchObject({ status: 200, body: text('effected') });
    expect(upstream.executions('effect')).toBe(2);
    expect(upstream.of('initialize')).toHaveLength(2);
    expect((await gateway.server('s'))?.['status']).toBe('ready');
  });

  it('[http-restart] a server that lost its sessions is greeted once for many callers', async () => {
    const upstream = await declared();
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
  ])('[http-restart] a server can report a lost session as %s', async (_, behaviour) => {
    const upstream = await declared();
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

  it('[http-restart] a restarted server of 2026-07-28 gets the next call', async () => {
    const upstream = await open(ScriptedModern.start());
    await open(declareServers(gateway, { s: { url: upstream.url } }));
    await gateway.call('s', 'echo', {});
    await upstream.close();
    await upstream.listen();
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
    expect(upstream.executions('echo')).toBe(2);
  });
});

describe('an upstream that is away', () => {
  it('[http-restart] a server that was away is used again when it is back', async () => {
    const upstream = await declared();
    await gateway.call('s', 'echo', {});
    await upstream.close();
    const away = await gateway.call('s', 'echo', {});
    expect([502, 503]).toContain(away.status);
    await upstream.restart();
    await waitFor('it to be found', async () => (await gateway.call('s', 'echo', {})).status === 200);
  });
});

describe('an upstream that fails in a row', () => {
  const clock = new TestClock();
  const pauseMs = 60_000;
  let guarded: TestGateway;
  let upstream: ScriptedHttp;

  beforeAll(async () => {
    const env = {
      ...{ BREAKER_FAILURES: 3, BACKOFF_BASE_MS: pauseMs, BACKOFF_MAX_MS: pauseMs },
      CONNECT_TIMEOUT_MS: 500,
    };
    guarded = await keep(startGateway({ env, clock }));
  });

  beforeEach(async () => {
    upstream = await declared(guarded);
  });

  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, () => guarded.call('s', 'echo', {})));

  it('[backoff-visible] GET /api/servers shows its error and the time of the next attempt until it is well', async () => {
    await upstream.close();
    expect((await guarded.call('s', 'echo', {})).body['code']).toBe('upstream-unavailable');
    const row = await guarded.server('s');
    expect(row).toMatchObject({ status: 'unavailable', lastError: expect.anything() });
    const pause = Date.parse(String(row?.['nextRetryAt'])) - clock.now();
    expect(pause).toBeGreaterThanOrEqual(pauseMs / 2);
    expect(pause).toBeLessThanOrEqual(pauseMs);
    expect(JSON.stringify(row)).toContain(String(upstream.port));
    const tenant = await personIn(guarded, 'tenant');
    const seen = (await tenant.json('/api/servers')).text;
    expect(seen).toContain('lastError');
    expect(seen).not.toContain(String(upstream.port));
    await upstream.restart();
    clock.advance(pauseMs);
    expect((await guarded.call('s', 'echo', {})).status).toBe(200);
    const well = await guarded.server('s');
    expect(well?.['status']).toBe('ready');
    expect(well).not.toHaveProperty('lastError');
    expect(well).not.toHaveProperty('nextRetryAt');
  });

  it('[breaker] a failing server is left alone, then probed by one call, then used again', async () => {
    await guarded.call('s', 'echo', {});
    upstream.intercept = (exchange) => {
      exchange.send(503, 'down');
      return true;
    };
    await waitFor('the breaker to open', async () => {
      const { status, headers } = await guarded.call('s', 'echo', {});
      return status === 503 && headers.has('retry-after');
    });
    const before = upstream.requests.length;
    const refused: Answer[] = [];
    for (let count = 0; count < 5; count++) refused.push(await guarded.call('s', 'echo', {}));
    for (const { status, body, headers } of refused) {
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream-unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(upstream.requests.length).toBe(before);

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const probes: string[] = [];
    upstream.intercept = async ({ record }) => {
      probes.push(String(record.rpc?.method));
      await released;
      return false;
    };
    clock.advance(pauseMs + 1);
    let answered = 0;
    const crowd = Array.from({ length: 30 }, () => guarded.call('s', 'echo', {}).finally(() => answered++));
    await waitFor('all but one to be refused', () => answered === 29 && probes.length > 0);
    for (const { status, headers } of await many(5)) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(probes).toHaveLength(1);
    release();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const { status } of await many(5)) expect(status).toBe(200);
  });

  it('[breaker] tools that fail or refuse their arguments leave a server in use', async () => {
    upstream.tools.push(tool('picky', refuses(-32602, 'no')), tool('broken', refuses(-32603, 'no')));
    for (let round = 0; round < 5; round++) {
      expect((await guarded.call('s', 'picky', {})).status).toBe(422);
      expect((await guarded.call('s', 'broken', {})).status).toBe(502);
    }
    expect((await guarded.call('s', 'echo', {})).status).toBe(200);
  });

  it('[one-hanging] a server that never answers is unavailable after CONNECT_TIMEOUT_MS, and says why', async () => {
    upstream.intercept = () => true;
    expect([503, 504]).toContain((await guarded.call('s', 'echo', {})).status);
    const server = await waitFor('the server to be unavailable', async () => {
      const state = await guarded.server('s');
      return state?.['status'] === 'unavailable' ? state : undefined;
    });
    expect(server).toMatchObject({ lastError: expect.anything() });
  });
});

describe('one hanging server of ten', () => {
  /** Answers of which none may come before the others have what they asked for. */
  function stuck(calls: readonly Promise<Answer>[]): {
    readonly settled: () => number;
    readonly all: Promise<Answer[]>;
  } {
    let settled = 0;
    for (const call of calls) void call.then(() => settled++);
    return { settled: () => settled, all: Promise.all(calls) };
  }

  it('[one-hanging] the other servers and the list of servers answer while one server hangs', async () => {
    const good = await open(ScriptedHttp.start());
    const hanging = await open(ScriptedHttp.start());
    hanging.intercept = () => true;
    const names = Array.from({ length: 9 }, (_, index) => `good-${String(index)}`);
    await open(
      declareServers(gateway, {
        hanging: { url: hanging.url },
        ...Object.fromEntries(names.map((name) => [name, { url: good.url }])),
      }),
    );
    const { settled, all } = stuck([
      gateway.call('hanging', 'echo', {}),
      gateway.mcp('hanging', 'tools'),
      gateway.mcp('hanging', 'ping'),
    ]);
    await waitFor('a request', () => hanging.requests.length > 0);
    for (const name of names) expect((await gateway.call(name, 'echo', {})).status).toBe(200);
    const rows = (await gateway.json('/api/servers')).body['servers'] as Json[];
    expect(rows.filter(({ status }) => status === 'ready').map(({ name }) => name)).toEqual(names);
    expect(rows.find(({ name }) => name === 'hanging')?.['status']).not.toBe('ready');
    expect(settled()).toBe(0);
    await hanging.close();
    for (const { status } of await all) expect(status).toBe(503);
    expect(await gateway.server('hanging')).toMatchObject({
      status: 'unavailable',
      lastError: expect.anything(),
    });
  });

  it('[one-hanging] the other servers answer while one hangs after the handshake', async () => {
    const upstream = await declared();
    const healthy = await open(ScriptedHttp.start());
    await open(declareServers(gateway, { t: { url: healthy.url } }));
    await gateway.call('s', 'echo', {});
    upstream.methods.set('tools/call', hangs);
    const { settled, all } = stuck(Array.from({ length: 30 }, () => gateway.call('s', 'echo', {})));
    await upstream.received('tools/call', 20);
    for (let round = 0; round < 5; round++) expect((await gateway.call('t', 'echo', {})).status).toBe(200);
    expect(settled()).toBe(0);
    await upstream.close();
    for (const { status } of await all) expect([502, 503]).toContain(status);
  });
});
