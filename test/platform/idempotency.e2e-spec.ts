import { DataSource } from 'typeorm';
import { closeAfterAll } from '../support/closing.js';
import { operatorOf, personIn, type AppsClient } from '../support/clients/apps-client.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { TestClock } from '../support/test-clock.js';
import { hangs, httpStatus, resets, text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const clock = new TestClock();

let upstream: ScriptedHttp;
let state: GatewayState;
let gateway: TestGateway;
let keys = 0;

const newKey = (): string => `key-${String(++keys)}`;

/** A gate that a tool waits at. */
let release: () => void = () => undefined;
let gate: Promise<void> = Promise.resolve();
const closeGate = (): void => {
  gate = new Promise((resolve) => (release = resolve));
};

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      tool('count', async (exchange) => {
        await gate;
        if (!exchange.res.destroyed) exchange.result(text(`run ${String(upstream.executions('count'))}`));
      }),
      tool('fails', (exchange) => {
        exchange.result({ ...text('no'), isError: true });
      }),
      tool('refuses', (exchange) => {
        exchange.error(-32602, 'bad arguments');
      }),
      tool('resets', resets),
      tool('breaks', httpStatus(500)),
      tool('hangs', hangs),
      tool('big', (exchange) => {
        exchange.result(text('x'.repeat(200_000)));
      }),
    ]),
  );
  state = await gatewayState();
  await open({ close: () => state.remove() });
  gateway = await start();
});

const start = () =>
  open(startGateway({ state, clock, mcpServers: { s: { url: upstream.url }, t: { url: upstream.url } } }));

function call(
  client: GatewayClient,
  name: string,
  key: string,
  { server = 's', args = {}, ...more }: Json & { server?: string; args?: Json } = {},
): Promise<Answer> {
  return client.call(server, name, args, more, { headers: { 'idempotency-key': key } });
}

describe('a call with an Idempotency-Key', () => {
  it('[idempotency-replay] is carried out once; who asks again gets the answer', async () => {
    for (const name of ['count', 'fails', 'big']) {
      const key = newKey();
      const before = upstream.executions(name);
      const first = await call(gateway, name, key);
      const again = await call(gateway, name, key);
      expect(first.status).toBe(200);
      expect(again.status).toBe(200);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(upstream.executions(name) - before).toBe(1);
    }
  });

  it('[idempotency-mismatch] is refused when key and body do not belong together', async () => {
    const key = newKey();
    await call(gateway, 'count', key, { args: { a: 1 } });
    const before = upstream.executed.length;
    for (const other of [
      { args: { a: 2 } },
      { args: { a: 1 }, timeoutMs: 5 },
      { args: { a: 1 }, server: 't' },
    ])
      expect(await call(gateway, 'count', key, other)).toMatchObject({
        status: 422,
        body: { code: 'idempotency-mismatch' },
      });
    expect(upstream.executed).toHaveLength(before);
  });

  it('[idempotency-one-call] is one upstream call however many ask at once', async () => {
    const key = newKey();
    const before = upstream.executions('count');
    closeGate();
    const asked = Array.from({ length: 50 }, () => call(gateway, 'count', key));
    await waitFor('the call to run', () => upstream.executions('count') > before);
    const others = await settled(asked, 49);
    expect(others.filter(({ body }) => body['code'] === 'idempotency-running')).toHaveLength(49);
    expect(Number(others[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await call(gateway, 'count', key, { args: { b: 1 } });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-mismatch' } });
    release();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(upstream.executions('count') - before).toBe(1);
    const replays = await Promise.all(Array.from({ length: 50 }, () => call(gateway, 'count', key)));
    expect(replays.every(({ status }) => status === 200)).toBe(true);
    expect(upstream.executions('count') - before).toBe(1);
  });

  it('[idempotency-caller] belongs to its caller: the key of another is another key', async () => {
    const other = await personIn(gateway, 'other');
    const key = newKey();
    const before = upstream.executions('count');
    const mine = await call(gateway, 'count', key);
    const theirs = await call(other, 'count', key);
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
    expect(theirs.text).not.toBe(mine.text);
    expect(upstream.executions('count') - before).toBe(2);
  });

  it('[idempotency-left] goes on when its caller leaves, who can come back for the answer', async () => {
    const key = newKey();
    const before = upstream.executions('count');
    closeGate();
    const abort = new AbortController();
    const left = gateway
      .call('s', 'count', {}, {}, { headers: { 'idempotency-key': key }, signal: abort.signal })
      .catch(() => undefined);
    await waitFor('the call to run', () => upstream.executions('count') > before);
    abort.abort();
    await left;
    release();
    const back = await waitFor('the answer', async () => {
      const answer = await call(gateway, 'count', key);
      return answer.status === 200 ? answer : undefined;
    });
    expect(back.headers.get('idempotency-replayed')).toBe('true');
    expect(upstream.executions('count') - before).toBe(1);
    expect(upstream.of('tools/call').at(-1)?.abortedAt).toBeUndefined();
  });

  it('[idempotency-failures] is not repeated when nobody can tell whether it had its effect', async () => {
    for (const [name, code] of [
      ['refuses', 'invalid-params'],
      ['resets', 'upstream-error'],
      ['breaks', 'upstream-error'],
      ['hangs', 'upstream-timeout'],
    ]) {
      const key = newKey();
      const more = name === 'hangs' ? { timeoutMs: 200 } : {};
      const first = await call(gateway, String(name), key, more);
      expect(first.body['code']).toBe(code);
      const before = upstream.executed.length;
      const again = await call(gateway, String(name), key, more);
      expect(again.status).toBe(first.status);
      expect(again.body).toMatchObject({ code, detail: first.body['detail'] });
      expect(again.body['requestId']).toBe(again.headers.get('x-request-id'));
      expect(upstream.executed).toHaveLength(before);
    }
  });

  it('[idempotency-no-effect] can be repeated when it surely had none', async () => {
    const key = newKey();
    expect((await call(gateway, 'count', key, { server: 'nowhere' })).body['code']).toBe('server-not-found');
    expect((await call(gateway, 'missing', key)).body['code']).toBe('tool-not-found');
    expect((await call(gateway, 'count', key)).status).toBe(200);
  });

  it.each(['', 'ü', 'x'.repeat(256), 'a\tb'])(
    '[idempotency-key-form] has a key of printable ASCII, not %j',
    async (key) => {
      const response = await gateway.fetch('/api/servers/s/mcp/call', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': Buffer.from(key).toString('latin1'),
        },
        body: '{"name":"count"}',
      });
      expect(response.status).toBe(400);
      expect(((await response.json()) as Json)['code']).toBe('invalid-header');
    },
  );

  it('[idempotency-no-stream] cannot be an event stream, which cannot be given again', async () => {
    const refused = await gateway.call(
      's',
      'count',
      {},
      {},
      {
        headers: { 'idempotency-key': newKey(), accept: 'text/event-stream' },
      },
    );
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-header' } });
  });

  it('[idempotency-at-rest] leaves neither arguments nor results in the database in plain', async () => {
    const key = `canary-${newKey()}`;
    const canary = tool('canary', (exchange) => {
      exchange.result(text(`canary-result ${String(exchange.args['secret'])}`));
    });
    upstream.tools.push(canary);
    await gateway.mcp('s', 'tools?refresh=true');
    expect((await call(gateway, 'canary', key, { args: { secret: 'canary-argument' } })).status).toBe(200);
    const rows = await gateway.app.get(DataSource).query<Json[]>('SELECT * FROM idempotency_records');
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});

describe('making an app with an Idempotency-Key', () => {
  it('[idempotency-apps] makes one app', async () => {
    const client: AppsClient = operatorOf(gateway);
    const key = newKey();
    const post = (body: Json) => client.json('/api/cli/apps', { body, headers: { 'idempotency-key': key } });
    const invalid = await post({ name: 'Once', config: { oops: 1 } });
    expect(invalid.status).toBe(422);
    const first = await post({ name: 'Once' });
    const again = await post({ name: 'Once' });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await post({ name: 'Twice' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency-mismatch' },
    });
  });
});

describe('the memory for keys', () => {
  it('[idempotency-day] lasts a day, also over a restart', async () => {
    const key = newKey();
    const answer = await call(gateway, 'count', key);
    await gateway.close();
    gateway = await start();
    clock.advance(86_399_000);
    const again = await call(gateway, 'count', key);
    expect(again).toMatchObject({ status: 200, text: answer.text });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    clock.advance(2000);
    const late = await call(gateway, 'count', key);
    expect(late.headers.get('idempotency-replayed')).toBeNull();
    expect(late.text).not.toBe(answer.text);
  });
});

/** Resolves with all answers so far when `count` of them are there. */
async function settled(answers: readonly Promise<Answer>[], count: number): Promise<Answer[]> {
  const done: Answer[] = [];
  return new Promise((resolve, reject) => {
    for (const answer of answers)
      answer.then((one) => {
        done.push(one);
        if (done.length === count) resolve([...done]);
      }, reject);
  });
}
