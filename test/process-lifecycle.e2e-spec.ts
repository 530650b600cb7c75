import { once } from 'node:events';
import { connect } from 'node:net';
import { spawnGateway, type GatewayProcess } from './support/gateway-process.js';
import { descendantsOf, descriptorsOf, findProcess, isRunning } from './support/processes.js';
import { ownTime } from './support/own-time.js';
import { waitFor } from './support/wait-for.js';
import { text } from './support/upstreams/behaviours.js';
import { npmStdio } from './support/upstreams/npm-servers.js';
import type { Exchange } from './support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from './support/upstreams/scripted-http.js';
import { stdioServer } from './support/upstreams/stdio.js';

let process_: GatewayProcess | undefined;
const upstreams: ScriptedHttp[] = [];

afterEach(async () => {
  await process_?.stop('SIGKILL');
  process_ = undefined;
  for (const upstream of upstreams.splice(0)) await upstream.close();
});

async function spawned(options: Parameters<typeof spawnGateway>[0]): Promise<GatewayProcess> {
  process_ = await spawnGateway(options);
  return process_;
}

describe('the end of the gateway', () => {
  it('[no-orphans] by SIGKILL takes every child along within 5 s, stubborn ones too', async () => {
    const gateway = await spawned({
      mcpServers: {
        plain: stdioServer(),
        stubborn: stdioServer({ IGNORE_SIGTERM: '1' }),
        parent: stdioServer({ IGNORE_SIGTERM: '1', GRANDCHILD: '1' }),
        everything: npmStdio.everything(),
      },
    });
    const client = await gateway.ready();
    for (const server of ['plain', 'stubborn', 'parent', 'everything'])
      expect((await client.mcp(server, 'ping')).status).toBe(200);
    const family = gateway.children().filter(isRunning);
    expect(family.length).toBeGreaterThanOrEqual(5);
    await gateway.stop('SIGKILL');
    await waitFor('every child to be gone', () => !family.some(isRunning), 5000);
  });

  it('[graceful-shutdown] by SIGTERM lets calls and streams end, stops the children and exits with 0', async () => {
    const held: Exchange[] = [];
    const upstream = await ScriptedHttp.start([tool('slow', (exchange) => void held.push(exchange)), echo]);
    upstreams.push(upstream);
    const gateway = await spawned({
      env: { DRAIN_TIMEOUT_MS: '10000' },
      mcpServers: {
        s: { url: upstream.url, maxConcurrency: 70 },
        io: stdioServer({ IGNORE_SIGTERM: '1', GRANDCHILD: '1' }),
      },
    });
    const client = await gateway.ready();
    await client.call('io', 'echo', {});
    const family = gateway.children().filter(isRunning);
    expect(family.length).toBeGreaterThanOrEqual(2);
    const calls = Array.from({ length: 50 }, () => client.call('s', 'slow', {}));
    const streams = await Promise.all(Array.from({ length: 20 }, () => client.stream('s', 'slow')));
    await upstream.received('tools/call', 70);
    const stopped = gateway.stop('SIGTERM');
    await waitFor('the drain to begin', () =>
      gateway.logs().some(({ event }) => event === 'gateway.stopping'),
    );
    for (const exchange of held) exchange.result(text('in the end'));
    for (const { status, body } of await Promise.all(calls))
      expect({ status, body }).toMatchObject({ status: 200, body: text('in the end') });
    for (const stream of streams) {
      await stream.done;
      expect(stream.ended).toBe('properly');
      expect(stream.events.at(-1)).toMatchObject({ event: 'result', data: text('in the end') });
    }
    expect(await stopped).toBe(0);
    await waitFor('every child to be gone', () => !family.some(isRunning));
  });

  it('[graceful-shutdown] waits for ever for nobody: running calls get a last event, and silence holds nothing up', async () => {
    const upstream = await ScriptedHttp.start([tool('hang', () => undefined), echo]);
    const silent = await ScriptedHttp.start();
    upstreams.push(upstream, silent);
    silent.intercept = () => true;
    const gateway = await spawned({
      env: { DRAIN_TIMEOUT_MS: '300' },
      mcpServers: {
        s: { url: upstream.url },
        silent: { url: silent.url },
        mute: stdioServer({ MUTE: '1', IGNORE_SIGTERM: '1' }),
      },
    });
    const client = await gateway.ready();
    const unanswered = ['silent', 'mute'].map((server) =>
      client.call(server, 'echo', {}, { timeoutMs: 100 }),
    );
    for (const { status } of await Promise.all(unanswered)) expect([503, 504]).toContain(status);
    const family = gateway.children().filter(isRunning);
    expect(family.length).toBeGreaterThanOrEqual(1);
    const caller = connect(Number(new URL(client.url).port), '127.0.0.1').on('error', () => undefined);
    await once(caller, 'connect');
    const stream = await client.stream('s', 'hang');
    const call = client.call('s', 'hang', {}).catch(() => undefined);
    await upstream.received('tools/call', 2);
    const startedAt = ownTime();
    expect(await gateway.stop('SIGTERM')).toBe(0);
    expect(ownTime() - startedAt).toBeLessThan(4000);
    await stream.done;
    await call;
    expect(stream.ended).toBe('properly');
    expect(stream.events.at(-1)).toMatchObject({ event: 'error', data: { code: 'shutting-down' } });
    await waitFor('every child to be gone', () => !family.some(isRunning));
  });
});

/** How often both upstreams end, with a hundred calls in between; `RESTARTS=100` for the long version. What leaks leaks each time. */
const restarts = Number(process.env['RESTARTS'] ?? 5);

describe('a long life', () => {
  it(
    '[no-leaks] hundreds of calls over many restarts of the upstreams leave nothing behind',
    async () => {
      const upstream = await ScriptedHttp.start();
      upstreams.push(upstream);
      const gateway = await spawned({
        env: { BACKOFF_BASE_MS: '5', BACKOFF_MAX_MS: '20', BREAKER_FAILURES: '1000' },
        mcpServers: { s: { url: upstream.url }, io: stdioServer() },
      });
      const client = await gateway.ready();
      const call = (server: string, name: string) =>
        client.call(server, name, {}, {}, { headers: { connection: 'close' } });
      const round = async () => {
        const before = await call('io', 'pid');
        expect(before).toMatchObject({ status: 200 });
        await Promise.all(Array.from({ length: 50 }, () => call('s', 'echo')));
        await Promise.all(Array.from({ length: 50 }, () => call('io', 'echo')));
        const pid = Number(/"text":"(\d+)"/.exec(before.text)?.[1]);
        process.kill(pid, 'SIGKILL');
        await upstream.restart();
        await waitFor('the child to be gone', () => findProcess(pid) === undefined);
        await waitFor('both to be well', async () => {
          const answers = await Promise.all([call('s', 'echo'), call('io', 'echo')]);
          return answers.every(({ status }) => status === 200);
        });
      };
      for (let warm = 0; warm < 3; warm++) await round();
      const settled = counts(gateway);
      for (let count = 0; count < restarts; count++) await round();
      let now = settled;
      const isSettled = () => {
        now = counts(gateway);
        return Object.entries(now).every(([kind, count]) => count <= (settled[kind] ?? 0) + 3);
      };
      await waitFor('the counts of the beginning', isSettled).catch(() => {
        expect(now).toEqual(settled);
      });
      expect(gateway.children().filter(({ state }) => state === 'Z')).toEqual([]);
      expect(upstream.openSockets).toBeLessThan(40);
    },
    120_000 + restarts * 5000,
  );
});

/** Of twenty callers each; `LEAVER_ROUNDS=50` makes them a thousand. */
const leaverRounds = Number(process.env['LEAVER_ROUNDS'] ?? 10);

it('[no-leaks] callers who leave in the middle leave nothing behind', async () => {
  const upstream = await ScriptedHttp.start([tool('hang', () => undefined), echo]);
  upstreams.push(upstream);
  const gateway = await spawned({ mcpServers: { s: { url: upstream.url }, io: stdioServer() } });
  const client = await gateway.ready();
  const round = async () => {
    const arrived = upstream.of('tools/call').length;
    const callers = Array.from({ length: 20 }, (_, index) => {
      const leaving = new AbortController();
      const sending = { signal: leaving.signal, headers: { connection: 'close' } };
      const call = client.call(index % 2 === 0 ? 's' : 'io', 'hang', {}, {}, sending).catch(() => undefined);
      return { leaving, call };
    });
    await upstream.received('tools/call', arrived + 10);
    for (const { leaving } of callers) leaving.abort();
    await Promise.all(callers.map(({ call }) => call));
    await upstream.received('notifications/cancelled', arrived + 10);
  };
  for (let warm = 0; warm < 3; warm++) await round();
  const settled = counts(gateway);
  for (let count = 0; count < leaverRounds; count++) await round();
  await waitFor('the counts of the beginning', () =>
    Object.entries(counts(gateway)).every(([kind, count]) => count <= (settled[kind] ?? 0) + 3),
  );
  expect(upstream.of('initialize')).toHaveLength(1);
  expect((await client.call('io', 'echo', {})).status).toBe(200);
});

function counts({ pid }: GatewayProcess): Record<string, number> {
  return { children: descendantsOf(pid).length, ...descriptorsOf(pid) };
}
