import { UpstreamPool } from '../../../src/upstreams/connection/upstream-pool.service.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { descendantsOf, findProcess, isRunning } from '../../support/processes/processes.js';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { TestClock } from '../../support/test-clock.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { linesOf, stdioServer, type StdioScript } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;
let folder: TemporaryFolder;
let starts: string;
let effects: string;

beforeAll(async () => {
  gateway = await keep(startGateway());
});

beforeEach(() => {
  folder = temporaryFolder();
  starts = folder.file('starts');
  effects = folder.file('effects');
});

afterEach(async () => {
  folder.remove();
  await waitFor('no zombie to be left', () => descendantsOf(process.pid).every(({ state }) => state !== 'Z'));
});

/** Declares a server `s`, and a well one beside it. */
async function declare(script: StdioScript = {}, at: TestGateway = gateway): Promise<void> {
  const s = stdioServer({ STARTS_FILE: starts, EFFECTS_FILE: effects, ...script });
  await open(declareServers(at, { s, other: stdioServer() }));
}

async function pidOf(at: TestGateway = gateway): Promise<number> {
  const { body } = await at.call('s', 'pid', {});
  return Number((body['content'] as Json[])[0]?.['text']);
}

describe('a child process', () => {
  it('[stdio-one-process] is started once for all callers and kept', async () => {
    await declare();
    const pids = await Promise.all(Array.from({ length: 50 }, () => pidOf()));
    expect(new Set(pids).size).toBe(1);
    await gateway.mcp('s', 'tools?refresh=true');
    await gateway.mcp('s', 'ping');
    expect(await pidOf()).toBe(pids[0]);
    const used = linesOf(starts).map(Number);
    expect(used).toContain(pids[0]);
    await waitFor(
      'the processes that only tried the protocol to end',
      () => used.filter((pid) => findProcess(pid) !== undefined).length === 1,
    );
  });

  it('[stdio-clean-env] sees PATH, HOME and what its entry declares, nothing of the gateway', async () => {
    process.env['GANTRY_TEST_CANARY'] = 'x';
    await declare();
    const { body } = await gateway.call('s', 'environment', {});
    delete process.env['GANTRY_TEST_CANARY'];
    const names = JSON.parse(String((body['content'] as Json[])[0]?.['text'])) as string[];
    const authorities = ['NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'SSL_CERT_DIR', 'SSL_CERT_FILE'];
    const allowed = [
      ...['EFFECTS_FILE', 'HOME', 'LANG', 'PATH', 'STARTS_FILE', 'TMPDIR'],
      ...[...authorities, 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
      ...['http_proxy', 'https_proxy', 'no_proxy'],
    ];
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'STARTS_FILE']));
  });

  it('[stdio-old-sdk] that ends at any message before initialize is spoken to in its revision', async () => {
    await declare({ STRICT: '1' });
    expect((await gateway.call('s', 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect(await gateway.server('s')).toMatchObject({ status: 'ready', protocolVersion: '2025-11-25' });
  });

  it('[no-orphans] is killed with its own children when the gateway closes, also when it ignores SIGTERM', async () => {
    const closing = await startGateway({
      mcpServers: { s: stdioServer({ IGNORE_SIGTERM: '1', GRANDCHILD: '1' }) },
    });
    const pid = await pidOf(closing);
    const family = [findProcess(pid), ...descendantsOf(pid)].filter((it) => it !== undefined);
    expect(family).toHaveLength(2);
    await closing.close();
    await waitFor('all of them to be gone', () => !family.some(isRunning));
  });
});

describe('a child process that is slow to answer', () => {
  let hurried: TestGateway;

  beforeAll(async () => {
    hurried = await keep(startGateway({ env: { CONNECT_TIMEOUT_MS: 300, START_TIMEOUT_MS: 3000 } }));
  });

  it('[slow-start] can take longer to start than a connection can, without a failure', async () => {
    await declare({ START_MS: '700' }, hurried);
    expect((await hurried.call('s', 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    const client = new NativeClient(`${hurried.url}/api/servers/s/mcp`, hurried.token);
    await client.initialize();
    expect(linesOf(starts)).toHaveLength(2);
    expect(hurried.logs('upstream.failed')).toEqual([]);
  });

  it('[problem-timeout] is ended after START_TIMEOUT_MS when it says nothing', async () => {
    await declare({ MUTE: '1' }, hurried);
    expect([503, 504]).toContain((await hurried.call('s', 'echo', {})).status);
    await waitFor('another server', async () => (await hurried.call('other', 'echo', {})).status === 200);
    await waitFor(
      'no silent child to be left',
      () => !linesOf(starts).some((pid) => findProcess(Number(pid))),
    );
  });
});

describe('a child process as time passes', () => {
  const clock = new TestClock();
  const idleMs = 1000;
  const backoffMs = 200;
  let timed: TestGateway;

  beforeAll(async () => {
    const env = { IDLE_TIMEOUT_MS: idleMs, BACKOFF_BASE_MS: backoffMs, BACKOFF_MAX_MS: 60_000 };
    timed = await keep(startGateway({ env, clock }));
  });

  it('[idle-reap] is stopped after IDLE_TIMEOUT_MS and started again when it is needed', async () => {
    await declare({}, timed);
    const first = await pidOf(timed);
    clock.advance(idleMs + 1);
    await waitFor('the child to be gone', () => findProcess(first) === undefined);
    expect((await timed.toolNames('s')).length).toBeGreaterThan(0);
    expect(await pidOf(timed)).not.toBe(first);
    expect((await timed.server('s'))?.['status']).toBe('ready');
  });

  it('[idle-reap] is not stopped while a call runs', async () => {
    await declare({}, timed);
    const pid = await pidOf(timed);
    await timed.call('other', 'echo', {});
    const leaving = new AbortController();
    const running = timed.call('s', 'wait', {}, {}, { signal: leaving.signal }).catch(() => undefined);
    await waitFor('the call to run', () => linesOf(effects).length > 0);
    const before = timed.logs('upstream.reaped').length;
    clock.advance(idleMs + 1);
    await waitFor('the idle one to be stopped', () => timed.logs('upstream.reaped').length > before);
    expect(timed.logs('upstream.reaped').slice(before)).toMatchObject([{ server: 'other' }]);
    expect(findProcess(pid)).toBeDefined();
    leaving.abort();
    await running;
  });

  it('[pool-forget] is forgotten with all that is known of it when it was not used for a day', async () => {
    await declare({}, timed);
    const pid = await pidOf(timed);
    await timed.call('other', 'echo', {});
    const handles = () =>
      timed.app
        .get(UpstreamPool)
        .all()
        .map(({ server }) => server.handle);
    expect(handles()).toEqual(expect.arrayContaining(['s', 'other']));
    const client = new NativeClient(`${timed.url}/api/servers/other/mcp`, timed.token);
    const stream = await client.listen({ toolsListChanged: true });
    clock.advance(86_400_001);
    await waitFor('the unused one to be forgotten', () => !handles().includes('s'));
    expect(handles()).toContain('other');
    await waitFor('its process to end', () => findProcess(pid) === undefined);
    await stream.close();
    expect((await timed.call('s', 'echo', { a: 1 })).status).toBe(200);
  });

  it('[backoff-visible] that crashes at every start is tried again with growing pauses, which GET /api/servers returns', async () => {
    await declare({ CRASH: 'no licence' }, timed);
    const { status, body } = await timed.call('s', 'echo', {});
    expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream-unavailable' });
    expect(await timed.server('s')).toMatchObject({ status: 'unavailable', lastError: expect.anything() });
    const soFar = linesOf(starts).length;
    const hammer = await Promise.all(Array.from({ length: 20 }, () => timed.call('s', 'echo', {})));
    for (const answer of hammer) expect(answer.status).toBe(503);
    expect(linesOf(starts).length - soFar).toBeLessThanOrEqual(4);
    for (let failures = 0; failures < 4; failures++) {
      const next = Date.parse(String((await timed.server('s'))?.['nextRetryAt']));
      const longest = backoffMs * 2 ** failures;
      expect(next - clock.now()).toBeGreaterThanOrEqual(longest / 2 - 1);
      expect(next - clock.now()).toBeLessThanOrEqual(longest);
      clock.advance(next - clock.now() + 1);
      expect((await timed.call('s', 'echo', {})).status).toBe(503);
      expect((await timed.call('other', 'echo', {})).status).toBe(200);
    }
  });
});

describe('a child process that ends', () => {
  it('[stdio-restart] between two calls is started again', async () => {
    await declare();
    const first = await pidOf();
    process.kill(first, 'SIGKILL');
    await waitFor('the child to be gone', () => findProcess(first) === undefined);
    const answer = await gateway.call('s', 'echo', { a: 1 });
    expect(answer).toMatchObject({ status: 200, body: { structuredContent: { a: 1 } } });
    expect(await pidOf()).not.toBe(first);
  });

  it('[stdio-exits] that ends during every call is started once for each, and after five times with pauses', async () => {
    await declare();
    const before = linesOf(starts).length;
    const answers = [];
    for (let count = 0; count < 12; count++) answers.push(await gateway.call('s', 'exit', {}));
    expect(answers.map(({ status }) => status).slice(0, 4)).toEqual([502, 502, 502, 502]);
    expect(linesOf(starts).length - before).toBeLessThanOrEqual(7);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.body).toMatchObject({
      code: 'upstream-unavailable',
      detail: expect.stringContaining('the process ends again and again') as string,
    });
    await waitFor('the end of the pause', async () => (await gateway.call('s', 'echo', {})).status === 200);
  });

  it('[stdio-kill-midcall] during a call fails that call once and repeats nothing', async () => {
    await declare();
    const first = await pidOf();
    const answer = await gateway.call('s', 'effect', { after: 'exit' });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 502,
      code: 'upstream-error',
    });
    expect(linesOf(effects)).toEqual(['effect']);
    expect(await pidOf()).not.toBe(first);
    expect(linesOf(effects)).toEqual(['effect']);
  });

  it('[stdio-kill-midcall] fails every call that was under way, without waiting for its timeout', async () => {
    await declare();
    const pid = await pidOf();
    const calls = Array.from({ length: 10 }, () => gateway.call('s', 'hang', {}, { timeoutMs: 60_000 }));
    await gateway.call('s', 'echo', {});
    process.kill(pid, 'SIGKILL');
    for (const { status, body } of await Promise.all(calls))
      expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-error' });
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
  });
});

describe('a child process that misbehaves', () => {
  it('[garbage-stdio] can print what is no JSON-RPC', async () => {
    await declare({ GARBAGE: '1' });
    expect((await gateway.call('s', 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect((await gateway.toolNames('s')).length).toBeGreaterThan(0);
  });

  it('[line-cap] cannot send a line above MAX_LINE_BYTES', async () => {
    await declare();
    const { status, body } = await gateway.call('s', 'big', { bytes: 11 * 1_048_576 });
    expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-response-too-large' });
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
    expect((await gateway.call('other', 'echo', {})).status).toBe(200);
  });
});
