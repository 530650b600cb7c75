import { once } from 'node:events';
import { connect } from 'node:net';
import { figure } from '../../support/measures/figures.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { heapOnSignal, heldBytes } from '../../support/measures/held-bytes.js';
import { descendantsOf, descriptorsOf, findProcess, isRunning } from '../../support/processes/processes.js';
import { countWaitsOf, ownTime } from '../../support/measures/own-time.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { waitFor } from '../../support/wait-for.js';
import { text } from '../../support/upstreams/behaviours.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';
import type { Exchange } from '../../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from '../../support/upstreams/stdio.js';

let process_: GatewayProcess | undefined;
const upstreams: ScriptedHttp[] = [];

afterEach(async () => {
  await process_?.stop('SIGKILL');
  process_ = undefined;
  for (const upstream of upstreams.splice(0)) await upstream.close();
});

async function spawned(options: Parameters<typeof spawnGateway>[0]): Promise<GatewayProcess> {
  process_ = await spawnGateway({ isEmpty: true, ...options });
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
    const killedAt = ownTime();
    await waitFor('every child to be gone', () => !family.some(isRunning), 5000);
    figure('no-orphans', {
      ...{ children: family.length, 'left after SIGKILL': family.filter(isRunning).length },
      'ms until the last was gone': (ownTime() - killedAt).toFixed(0),
    });
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
    const stoppedAt = ownTime();
    const stopped = gateway.stop('SIGTERM');
    await waitFor('the drain to begin', () =>
      gateway.logs().some(({ event }) => event === 'gateway.stopping'),
    );
    for (const exchange of held) exchange.result(text('in the end'));
    const answers = await Promise.all(calls);
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 200, body: text('in the end') });
    for (const stream of streams) {
      await stream.done;
      expect(stream.ended).toBe('properly');
      expect(stream.events.at(-1)).toMatchObject({ event: 'result', data: text('in the end') });
    }
    const exitCode = await stopped;
    const ms = ownTime() - stoppedAt;
    expect(exitCode).toBe(0);
    await waitFor('every child to be gone', () => !family.some(isRunning));
    figure('graceful-shutdown', {
      'calls finished': answers.filter(({ status }) => status === 200).length,
      'streams with a last event': streams.filter(({ events }) => events.at(-1)?.event === 'result').length,
      ...{ 'exit code': exitCode, ms: ms.toFixed(0), 'children left': family.filter(isRunning).length },
    });
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
    const ms = ownTime() - startedAt;
    expect(ms).toBeLessThan(4000);
    figure('graceful-shutdown', { 'ms with calls that never end': ms.toFixed(0) });
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
      const seen = { s: { calls: 0, succeeded: 0 }, io: { calls: 0, succeeded: 0 } };
      const call = async (server: 's' | 'io', name: string) => {
        seen[server].calls++;
        const answer = await client.call(server, name, {}, {}, { headers: { connection: 'close' } });
        if (answer.status === 200) seen[server].succeeded++;
        return answer;
      };
      const round = async () => {
        const before = await call('io', 'pid');
        expect(before).toMatchObject({ status: 200 });
        for (const server of ['s', 'io'] as const) {
          const answers = await Promise.all(Array.from({ length: 50 }, () => call(server, 'echo')));
          for (const { status } of answers) expect(status).toBe(200);
        }
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
      const zombies = gateway.children().filter(({ state }) => state === 'Z');
      expect(zombies).toEqual([]);
      expect(upstream.openSockets).toBeLessThan(40);
      const executions = upstream.executions('echo');
      expect(executions).toBeGreaterThanOrEqual(seen.s.succeeded);
      expect(executions).toBeLessThanOrEqual(seen.s.calls);
      figure('no-leaks', {
        ...{ 'restarts of each': restarts + 3, calls: seen.s.calls + seen.io.calls },
        ...{ succeeded: seen.s.succeeded + seen.io.succeeded, zombies: zombies.length },
        ...{ 'before and after': JSON.stringify([settled, now]).replaceAll('"', '') },
      });
    },
    120_000 + restarts * 5000,
  );
});

/** Of twenty callers each; `LEAVER_ROUNDS=50` makes them a thousand. */
const leaverRounds = Number(process.env['LEAVER_ROUNDS'] ?? 10);

it(
  '[no-leaks] callers who leave in the middle are heard of within a second and leave nothing behind',
  async () => {
    const upstream = await ScriptedHttp.start([tool('wait', () => undefined), echo]);
    upstreams.push(upstream);
    const folder = temporaryFolder();
    const EFFECTS_FILE = folder.file('effects');
    const gateway = await spawned({
      mcpServers: { s: { url: upstream.url }, io: stdioServer({ EFFECTS_FILE }) },
      nodeOptions: heapOnSignal,
    });
    const client = await gateway.ready();
    expect((await client.call('io', 'echo', {})).status).toBe(200);
    for (const { pid } of gateway.children()) countWaitsOf(pid);
    const told = (what: string) => linesOf(EFFECTS_FILE).filter((line) => line === what).length;
    let left = 0;
    const times: number[] = [];
    let slowest = 0;
    const round = async () => {
      const callers = Array.from({ length: 20 }, (_, index) => {
        const leaving = new AbortController();
        const sending = { signal: leaving.signal, headers: { connection: 'close' } };
        const call = client
          .call(index % 2 === 0 ? 's' : 'io', 'wait', {}, {}, sending)
          .catch(() => undefined);
        return { leaving, call };
      });
      left += callers.length / 2;
      await upstream.received('tools/call', left);
      await waitFor('the child to have them all', () => told('waiting') === left);
      const [wall, leftAt] = [performance.now(), ownTime()];
      for (const { leaving } of callers) leaving.abort();
      await Promise.all(callers.map(({ call }) => call));
      await waitFor('the child to hear of them', () => told('cancelled') === left);
      times.push(ownTime() - leftAt);
      const { receivedAt } = await upstream.received('notifications/cancelled', left);
      times.push(receivedAt - wall);
      slowest = Math.max(slowest, performance.now() - wall);
    };
    for (let warm = 0; warm < 10 + leaverRounds; warm++) await round();
    const settled = counts(gateway);
    const before = await heldBytes(gateway);
    for (let count = 0; count < leaverRounds; count++) await round();
    await waitFor('the counts of the beginning', () =>
      Object.entries(counts(gateway)).every(([kind, count]) => count <= (settled[kind] ?? 0) + 3),
    );
    const bytesEach = ((await heldBytes(gateway)) - before) / (20 * leaverRounds);
    figure('callers who leave', {
      ...{ callers: 20 * leaverRounds, 'ms until the servers heard, at most': slowest.toFixed(0) },
      ...{ 'memory + bytes each': bytesEach.toFixed(0) },
      'before and after': JSON.stringify([settled, counts(gateway)]).replaceAll('"', ''),
    });
    expect(Math.max(...times)).toBeLessThan(1000);
    // What is compiled and cached meanwhile is shared by all of them; the smallest part of a call that is kept for ever is a thousand bytes.
    expect(bytesEach).toBeLessThan(leaverRounds >= 50 ? 800 : 8000);
    const asked = new Map(upstream.of('tools/call').map(({ rpc }) => [rpc?.id, 1]));
    expect(asked.size).toBe(left);
    for (const { rpc } of upstream.of('notifications/cancelled'))
      expect(asked.delete(rpc?.params['requestId'] as number)).toBe(true);
    expect(asked.size).toBe(0);
    expect(upstream.of('initialize')).toHaveLength(1);
    expect((await client.call('io', 'echo', {})).status).toBe(200);
    folder.remove();
  },
  60_000 + leaverRounds * 4000,
);

function counts({ pid }: GatewayProcess): Record<string, number> {
  return { children: descendantsOf(pid).length, ...descriptorsOf(pid) };
}
