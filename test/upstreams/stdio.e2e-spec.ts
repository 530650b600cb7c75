import { UpstreamPool } from '../../src/upstreams/connection/upstream-pool.service.js';
import { closeAfterEach } from '../support/closing.js';
import { figure } from '../support/measures/figures.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { p99 } from '../support/measures/latency.js';
import { descendantsOf, findProcess, isRunning } from '../support/processes/processes.js';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { NativeClient } from '../support/clients/native-client.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';
import { linesOf, stdioServer, type StdioScript } from '../support/upstreams/stdio.js';

const open = closeAfterEach();
let folder: TemporaryFolder;
let starts: string;
let effects: string;

beforeEach(() => {
  folder = temporaryFolder();
  starts = folder.file('starts');
  effects = folder.file('effects');
});

afterEach(async () => {
  folder.remove();
  await waitFor('no zombie to be left', () => zombies().length === 0);
});

const zombies = () => descendantsOf(process.pid).filter(({ state }) => state === 'Z');

async function gatewayFor(
  script: StdioScript = {},
  options: object = {},
  env: NonNullable<Parameters<typeof startGateway>[0]>['env'] = {},
): Promise<TestGateway> {
  const entry = stdioServer({ STARTS_FILE: starts, EFFECTS_FILE: effects, ...script }, options);
  return open(startGateway({ mcpServers: { s: entry, other: stdioServer() }, env }));
}

async function pidOf(gateway: TestGateway, server = 's'): Promise<number> {
  const { body } = await gateway.call(server, 'pid', {});
  return Number((body['content'] as Json[])[0]?.['text']);
}

describe('a child process', () => {
  it('[stdio-one-process] is started once for all callers and kept', async () => {
    const gateway = await gatewayFor();
    const pids = await Promise.all(Array.from({ length: 50 }, () => pidOf(gateway)));
    expect(new Set(pids).size).toBe(1);
    await gateway.mcp('s', 'tools?refresh=true');
    await gateway.mcp('s', 'ping');
    expect(await pidOf(gateway)).toBe(pids[0]);
    const used = linesOf(starts).map(Number);
    expect(used).toContain(pids[0]);
    await waitFor(
      'probes to be gone',
      () => used.filter((pid) => findProcess(pid) !== undefined).length === 1,
    );
  });

  it('[stdio-clean-env] sees PATH, HOME and what its entry declares, nothing of the gateway', async () => {
    process.env['GANTRY_TEST_CANARY'] = 'x';
    const gateway = await gatewayFor();
    const { body } = await gateway.call('s', 'environment', {});
    const names = JSON.parse(String((body['content'] as Json[])[0]?.['text'])) as string[];
    delete process.env['GANTRY_TEST_CANARY'];
    const allowed = ['EFFECTS_FILE', 'HOME', 'LANG', 'PATH', 'STARTS_FILE', 'TMPDIR'];
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'STARTS_FILE']));
  });

  it('[slow-start] may take longer to start than a connection may, which is no failure', async () => {
    const gateway = await gatewayFor({ START_MS: '700' }, {}, { CONNECT_TIMEOUT_MS: 300 });
    expect((await gateway.call('s', 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    const client = new NativeClient(`${gateway.url}/api/servers/s/mcp`, gateway.token);
    await client.initialize();
    expect(linesOf(starts)).toHaveLength(2);
    expect(gateway.logs('upstream.failed')).toEqual([]);
  });

  it('[stdio-old-sdk] may end when it is asked something before initialize', async () => {
    const gateway = await gatewayFor({ STRICT: '1' });
    expect((await gateway.call('s', 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect(await gateway.server('s')).toMatchObject({ status: 'ready', protocolVersion: '2025-11-25' });
  });

  it('[idle-reap] is stopped after IDLE_TIMEOUT_MS and started again when it is needed', async () => {
    const gateway = await gatewayFor({}, {}, { IDLE_TIMEOUT_MS: 1000 });
    const first = await pidOf(gateway);
    await waitFor('the child to be gone', () => findProcess(first) === undefined);
    expect((await gateway.toolNames('s')).length).toBeGreaterThan(0);
    const second = await pidOf(gateway);
    expect(second).not.toBe(first);
    expect((await gateway.server('s'))?.['status']).toBe('ready');
  });

  it('[pool-forget] is forgotten with all that is known of it when nobody has used it for a day', async () => {
    const clock = new TestClock();
    const gateway = await open(
      startGateway({
        mcpServers: { s: stdioServer(), other: stdioServer() },
        env: { IDLE_TIMEOUT_MS: 1000 },
        clock,
      }),
    );
    const pid = await pidOf(gateway);
    await gateway.call('other', 'echo', {});
    const pool = gateway.app.get(UpstreamPool);
    expect(pool.all()).toHaveLength(2);
    clock.advance(86_400_001);
    const client = new NativeClient(`${gateway.url}/api/servers/other/mcp`, gateway.token);
    const stream = await client.listen({ toolsListChanged: true });
    await waitFor('the unused one to be forgotten', () => pool.all().length === 1);
    await waitFor('its process to end', () => findProcess(pid) === undefined);
    await stream.close();
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
  });

  it('[idle-reap] is not stopped while a call runs', async () => {
    const gateway = await gatewayFor({}, {}, { IDLE_TIMEOUT_MS: 1000 });
    expect((await gateway.call('s', 'effect', { ms: 2200 })).status).toBe(200);
    expect(linesOf(effects)).toEqual(['effect']);
  });

  it('[no-orphans] is killed with its own children when the gateway closes, also when it ignores SIGTERM', async () => {
    const gateway = await startGateway({
      mcpServers: { s: stdioServer({ IGNORE_SIGTERM: '1', GRANDCHILD: '1' }) },
    });
    const pid = await pidOf(gateway);
    const family = [findProcess(pid), ...descendantsOf(pid)].filter((it) => it !== undefined);
    expect(family).toHaveLength(2);
    await gateway.close();
    await waitFor('all of them to be gone', () => !family.some(isRunning));
  });
});

describe('a child that ends', () => {
  it('[stdio-restart] between two calls is started again', async () => {
    const gateway = await gatewayFor();
    const first = await pidOf(gateway);
    process.kill(first, 'SIGKILL');
    await waitFor('the child to be gone', () => findProcess(first) === undefined);
    const answer = await gateway.call('s', 'echo', { a: 1 });
    expect(answer).toMatchObject({ status: 200, body: { structuredContent: { a: 1 } } });
    expect(await pidOf(gateway)).not.toBe(first);
  });

  it('[stdio-kill-midcall] during a call fails that call once and repeats nothing', async () => {
    const gateway = await gatewayFor();
    const first = await pidOf(gateway);
    const answer = await gateway.call('s', 'effect', { after: 'exit' });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 502,
      code: 'upstream-error',
    });
    expect(linesOf(effects)).toEqual(['effect']);
    const second = await pidOf(gateway);
    expect(second).not.toBe(first);
    expect(linesOf(effects)).toEqual(['effect']);
  });

  it('[stdio-kill-midcall] fails every call that was under way, at once', async () => {
    const gateway = await gatewayFor();
    const pid = await pidOf(gateway);
    const calls = Array.from({ length: 10 }, () => gateway.call('s', 'hang', {}, { timeoutMs: 15_000 }));
    await gateway.call('s', 'echo', {});
    process.kill(pid, 'SIGKILL');
    for (const { status, body, ms } of await Promise.all(calls)) {
      expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-error' });
      expect(ms).toBeLessThan(3000);
    }
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
  });

  it('[backoff-visible] at every start is tried again with pauses that GET /api/servers shows', async () => {
    const base = 200;
    const gateway = await gatewayFor(
      { CRASH: 'no licence' },
      {},
      { BACKOFF_BASE_MS: base, BACKOFF_MAX_MS: 60_000 },
    );
    const { status, body } = await gateway.call('s', 'echo', {});
    expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream-unavailable' });
    const row = await gateway.server('s');
    expect(row).toMatchObject({ status: 'unavailable', lastError: expect.anything() });
    expect(Date.parse(String(row?.['nextRetryAt']))).toBeGreaterThan(Date.now() - 1000);
    const soFar = linesOf(starts).length;
    const hammer = await Promise.all(Array.from({ length: 20 }, () => gateway.call('s', 'echo', {})));
    for (const answer of hammer) expect(answer.status).toBe(503);
    expect(linesOf(starts).length - soFar).toBeLessThanOrEqual(4);

    const nextRetry = async () => Date.parse(String((await gateway.server('s'))?.['nextRetryAt']));
    // Callers are a reason to try at once; from here on nobody asks.
    const retries = [await nextRetry()];
    const times: number[] = [];
    while (retries.length < 4) {
      const other = await gateway.call('other', 'echo', {});
      expect(other.status).toBe(200);
      times.push(other.ms);
      const next = await nextRetry();
      if (next > (retries.at(-1) ?? 0)) retries.push(next);
    }
    expect(p99(times)).toBeLessThan(250);
    const pauses = retries.slice(1).map((at, index) => at - (retries[index] ?? 0));
    // Each is at least half of what it may be, which doubles: the rest is chance, so that many do not knock in step. Timers count from
    // when the event loop last looked at the clock, and so run out a little early in a busy process.
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(0.9 * base * 2 ** index);
    figure('stdio', {
      ...{ starts: linesOf(starts).length, 'pauses between ms': pauses.join('/') },
      ...{
        'calls of another meanwhile': times.length,
        'p99 ms': p99(times).toFixed(0),
        zombies: zombies().length,
      },
    });
  });
});

describe('a child that misbehaves', () => {
  it('[garbage-stdio] may print what is no JSON-RPC', async () => {
    const gateway = await gatewayFor({ GARBAGE: '1' });
    expect((await gateway.call('s', 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect((await gateway.toolNames('s')).length).toBeGreaterThan(0);
  });

  it('[garbage-stdio] may flood its standard error', async () => {
    const gateway = await gatewayFor();
    const pid = await pidOf(gateway);
    const before = process.memoryUsage().rss;
    expect((await gateway.call('s', 'flood', { bytes: 20_000_000 })).body).toMatchObject({
      content: [{ text: 'flooded' }],
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
    expect(await pidOf(gateway)).toBe(pid);
  });

  it('[line-cap] may not send a line above MAX_LINE_BYTES', async () => {
    const gateway = await gatewayFor();
    const { status, body } = await gateway.call('s', 'big', { bytes: 11 * 1_048_576 });
    expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-response-too-large' });
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
    expect((await gateway.call('other', 'echo', {})).status).toBe(200);
  });

  it('[problem-timeout] may stay silent', async () => {
    const gateway = await gatewayFor({ MUTE: '1' }, {}, { START_TIMEOUT_MS: 500 });
    const answer = await gateway.call('s', 'echo', {});
    expect([503, 504]).toContain(answer.status);
    expect(answer.ms).toBeLessThan(3000);
    // On a busy machine its process may be late at first, too.
    await waitFor('another', async () => (await gateway.call('other', 'echo', {})).status === 200);
    await waitFor(
      'no silent child to be left',
      () => !linesOf(starts).some((pid) => findProcess(Number(pid))),
    );
  });
});
