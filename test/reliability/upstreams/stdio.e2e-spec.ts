import { closeAfterEach } from '../../support/closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../../support/gateway.js';
import { figure } from '../../support/measures/figures.js';
import { p99 } from '../../support/measures/latency.js';
import { descendantsOf } from '../../support/processes/processes.js';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { linesOf, stdioServer, type StdioScript } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();
let folder: TemporaryFolder;
let starts: string;

beforeEach(() => {
  folder = temporaryFolder();
  starts = folder.file('starts');
});

afterEach(async () => {
  folder.remove();
  await waitFor('no zombie to be left', () => zombies().length === 0);
});

const zombies = () => descendantsOf(process.pid).filter(({ state }) => state === 'Z');

async function gatewayFor(script: StdioScript = {}, env: GatewayOptions['env'] = {}): Promise<TestGateway> {
  const entry = stdioServer({ STARTS_FILE: starts, ...script });
  return open(startGateway({ mcpServers: { s: entry, other: stdioServer() }, env }));
}

it('[backoff-visible] a child that ends at every start is tried again by itself with growing pauses, and others are served meanwhile', async () => {
  const base = 200;
  const gateway = await gatewayFor(
    { CRASH: 'no licence' },
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

it('[garbage-stdio] a child that floods its standard error costs no memory and is kept', async () => {
  const gateway = await gatewayFor();
  const pidOf = async () => (await gateway.call('s', 'pid', {})).text;
  const pid = await pidOf();
  const before = process.memoryUsage().rss;
  expect((await gateway.call('s', 'flood', { bytes: 20_000_000 })).body).toMatchObject({
    content: [{ text: 'flooded' }],
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  expect(await pidOf()).toBe(pid);
});
