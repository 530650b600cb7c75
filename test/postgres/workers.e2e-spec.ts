import { once } from 'node:events';
import { closeAfterAll } from '../support/closing.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { spawnGateway, type GatewayProcess } from '../support/processes/gateway-process.js';
import { isRunning, type ProcessRecord } from '../support/processes/processes.js';
import { text } from '../support/upstreams/behaviours.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
/** Puts each request on a connection of its own, which the workers accept in turn. */
const alone = { connection: 'close' };
const held: Exchange[] = [];

let upstream: ScriptedHttp;
let gateway: GatewayProcess;
let client: GatewayClient;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([tool('hold', (exchange) => void held.push(exchange)), echo]));
  gateway = await startTwo();
  ({ client } = gateway);
});

afterEach(() => {
  held.length = 0;
});

/** Starts a gateway with two workers and waits until both serve. */
async function startTwo(): Promise<GatewayProcess> {
  const started = await spawnGateway({
    env: { GANTRY_WORKERS: '2', DRAIN_TIMEOUT_MS: '10000' },
    mcpServers: { s: { url: upstream.url, maxConcurrency: 100 } },
  });
  await open({ close: () => started.stop('SIGKILL').then(() => undefined) });
  await started.ready();
  await waitFor('both workers', () => told('workers.ready', started).length === 1);
  return started;
}

function told(event: string, by = gateway): readonly Json[] {
  return by.logs().filter((line) => line.event === event);
}

function workersOf(by: GatewayProcess): ProcessRecord[] {
  const { pid } = by;
  return by.children().filter(({ parent, state }) => parent === pid && state !== 'Z');
}

/** A session in each of two workers, by the beginnings of their ids. */
async function sessionInEach({ url, token } = client): Promise<Map<string, NativeClient>> {
  const sessions = new Map<string, NativeClient>();
  while (sessions.size < 2) {
    const session = new NativeClient(`${url}/api/servers/s/mcp`, token);
    await session.initialize({}, alone);
    const home = String(session.session).slice(0, 1);
    // One more connection, so that the next session is not at the same worker again.
    if (sessions.has(home)) await fetch(`${url}/health/live`, { headers: alone });
    sessions.set(home, session);
  }
  return sessions;
}

function callIn(session: NativeClient, name = 'echo') {
  return session.send(
    { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: {} } },
    alone,
  );
}

/** The number of calls that each worker has counted, from one response of `/metrics`. */
async function counted(): Promise<Record<string, number>> {
  const { text: metrics } = await client.json('/metrics', { headers: alone });
  const counts: Record<string, number> = {};
  for (const [, labels = '', count] of metrics.matchAll(
    /^gantry_http_request_duration_seconds_count\{(.*mcp\/call.*)\} (\d+)$/gm,
  )) {
    const worker = /worker="(\d)"/.exec(labels)?.[1] ?? 'none';
    counts[worker] = (counts[worker] ?? 0) + Number(count);
  }
  return counts;
}

it('[workers-port] share a port and the calls at it, and report once that they serve', async () => {
  for (let count = 0; count < 20; count++)
    expect((await client.call('s', 'echo', {}, {}, { headers: alone })).status).toBe(200);
  expect(told('gateway.ready')).toHaveLength(1);
  expect(told('gateway.welcome')).toHaveLength(1);
  expect(told('worker.ready')).toHaveLength(1);
  const written = await waitFor('the lines of both', () => {
    const lines = told('request.completed').filter(({ path }) => String(path).endsWith('/mcp/call'));
    return lines.length === 20 && lines;
  });
  for (const worker of [1, 2])
    expect(written.filter((line) => line['worker'] === worker).length).toBeGreaterThanOrEqual(5);
});

it('[workers-metrics] return the metrics of all workers, each counted once, whichever worker responds', async () => {
  const first = await counted();
  expect(Object.keys(first).sort()).toEqual(['1', '2']);
  for (let count = 0; count < 6; count++) await client.call('s', 'echo', {}, {}, { headers: alone });
  for (const now of [await counted(), await counted()])
    expect(Number(now['1']) + Number(now['2'])).toBe(Number(first['1']) + Number(first['2']) + 6);
  const { text: metrics } = await client.json('/metrics');
  const described = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(described).size).toBe(described.length);
});

it('[workers-sessions] keep a session in one worker and serve its calls, streams and end through all', async () => {
  for (const session of (await sessionInEach()).values()) {
    for (let count = 0; count < 6; count++) {
      const answer = await callIn(session);
      expect(answer.messages.at(-1)).toMatchObject({
        id: 7,
        result: { content: expect.any(Array) as unknown },
      });
    }
    for (let count = 0; count < 2; count++) {
      const stream = await session.stream();
      await waitFor('what the server says', () => {
        upstream.broadcast('notifications/message', { level: 'info', data: 'news' });
        return stream.of('notifications/message').length > 0;
      });
      await stream.close();
    }
    const left = await fetch(session.url, { method: 'DELETE', headers: session.headers(alone) });
    expect(left.status).toBeLessThan(300);
    for (let count = 0; count < 2; count++) expect((await callIn(session)).status).toBe(404);
  }
});

it('[workers-sessions] serve a session to its owner alone, through whichever worker it is requested', async () => {
  for (const session of (await sessionInEach()).values())
    for (let count = 0; count < 2; count++) {
      const stranger = new NativeClient(session.url, 'gtu_nobody');
      stranger.session = session.session;
      expect((await callIn(stranger)).status).toBe(401);
    }
  for (const worker of ['1', '2', '3', '9999']) {
    const guess = new NativeClient(`${client.url}/api/servers/s/mcp`, client.token);
    guess.session = `${worker}.${'A'.repeat(32)}`;
    for (let count = 0; count < 2; count++) expect((await callIn(guess)).status).toBe(404);
  }
});

it('[workers-killed] break the calls of a worker that is killed and no others, and start it again', async () => {
  const sessions = await sessionInEach();
  const calls = Array.from({ length: 8 }, (_, index) =>
    client.call('s', 'hold', {}, {}, { headers: { ...alone, 'x-request-id': `held-${String(index)}` } }).then(
      ({ status }) => status,
      () => 'broken',
    ),
  );
  await waitFor('all to be under way', () => held.length === 8);
  const [seen, served] = [told('worker.ended').length, told('workers.ready').length];
  const [victim] = workersOf(gateway);
  process.kill(Number(victim?.pid), 'SIGKILL');
  await waitFor('the end to be seen', () => told('worker.ended').length > seen);
  const number = String(told('worker.ended').at(-1)?.['worker']);
  for (const exchange of held) exchange.result(text('in the end'));
  const outcomes = await Promise.all(calls);
  expect(new Set(outcomes)).toEqual(new Set([200, 'broken']));
  const survived = await waitFor('the lines of the other', () => {
    const lines = told('request.completed').filter(({ requestId }) => String(requestId).startsWith('held-'));
    return lines.length === outcomes.filter((one) => one === 200).length && lines;
  });
  for (const line of survived) expect(line).toMatchObject({ status: 200 });
  expect(survived.some(({ worker }) => String(worker) === number)).toBe(false);
  for (const [home, session] of sessions)
    expect((await callIn(session)).status).toBe(home === number ? 404 : 200);
  await waitFor('both workers', () => told('workers.ready').length > served);
  for (const [home, session] of sessions)
    for (let count = 0; count < 2; count++)
      expect((await callIn(session)).status).toBe(home === number ? 404 : 200);
  for (const session of (await sessionInEach()).values())
    for (let count = 0; count < 2; count++) expect((await callIn(session)).status).toBe(200);
  expect(told('gateway.ready')).toHaveLength(1);
});

it('[workers-start] report a failed start once and end with its exit code', async () => {
  const away = await spawnGateway({
    env: { GANTRY_WORKERS: '2', START_WAIT_MS: '0', DATABASE_URL: 'postgres://127.0.0.1:1/gantry' },
  });
  const { port } = new URL(client.url);
  const second = await spawnGateway({ env: { GANTRY_WORKERS: '2', PORT: port } });
  for (const failing of [away, second]) {
    if (failing.child.exitCode === null) await once(failing.child, 'close');
    expect(failing.child.exitCode).toBe(75);
  }
  expect(told('gateway.not-started', away)).toHaveLength(1);
  expect(told('gateway.not-started', second).map(({ detail }) => detail)).toEqual([
    `Port ${port} is in use by another program.`,
  ]);
  for (const failing of [away, second]) await failing.stop();
});

it('[workers-drain] complete the calls of all workers and sessions after SIGTERM, and end with 0', async () => {
  const sessions = [...(await sessionInEach()).values()];
  const answers = [
    ...Array.from({ length: 6 }, () => client.call('s', 'hold', {}, {}, { headers: alone })),
    ...sessions.flatMap((session) => [callIn(session, 'hold'), callIn(session, 'hold')]),
  ];
  await waitFor('all to be under way', () => held.length === 10);
  const family = workersOf(gateway);
  expect(family).toHaveLength(2);
  const ended = told('worker.ended').length;
  const stopped = gateway.stop('SIGTERM');
  await waitFor('both to drain', () => told('gateway.stopping').length === 2);
  for (const exchange of held) exchange.result(text('in the end'));
  for (const { status, text: body } of await Promise.all(answers)) {
    expect(status).toBe(200);
    expect(body).toContain('in the end');
  }
  expect(await stopped).toBe(0);
  expect(family.filter(isRunning)).toEqual([]);
  expect(told('worker.ended')).toHaveLength(ended);
});

it('[workers-start] end all workers when their supervisor is killed', async () => {
  const own = await startTwo();
  const family = own.children().filter(isRunning);
  expect(family.length).toBeGreaterThanOrEqual(2);
  await own.stop('SIGKILL');
  await waitFor('the end of all workers', () => !family.some(isRunning));
});
