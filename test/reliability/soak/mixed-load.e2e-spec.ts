import { AppsClient } from '../../support/clients/apps-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { Effects } from '../../support/effects.js';
import { figure, slope } from '../../support/measures/figures.js';
import { GatewayLoad } from '../../support/measures/gateway-load.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { heapOnSignal, heldBytes } from '../../support/measures/held-bytes.js';
import { descendantsOf, descriptorsOf } from '../../support/processes/processes.js';
import { residentBytes } from '../../support/measures/memory.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
const restartEveryMs = 20_000;
const mebibyte = 1_048_576;
/** What the gateway holds is weighed so often in the whole time. */
const weighings = 60;
/**
 * What a request may leave behind, in bytes. The load makes some half a million requests an hour: 40 bytes of each are 20 MiB an hour, and
 * the smallest thing that is kept by mistake, an entry of a map with an id for its key, is more than twice that.
 */
const maxBytesPerRequest = 40;
/** What is compiled and cached late in a run, however many requests there are. */
const lateBytes = 4 * mebibyte;
/** Resident memory is what V8 makes of it: it has to come to rest, which takes it some minutes. */
const maxSlopePerHour = 64;
const open = closeAfterEach();

it(
  `[soak-mixed-load] ${String(minutes)} minutes of mixed load with restarts of every upstream each 20 s: nothing lost, twice or left behind`,
  async () => {
    const effects = new Effects();
    const upstream = await open(ScriptedHttp.start([echo, effects.tool, tool('hang', () => undefined)]));
    const gateway = await spawnGateway({
      env: { BREAKER_FAILURES: '1000', BACKOFF_MAX_MS: '200' },
      mcpServers: { s: { url: upstream.url }, io: stdioServer() },
      nodeOptions: heapOnSignal,
    });
    await open({
      close: async () => {
        await gateway.stop('SIGKILL');
      },
    });
    const client = await gateway.ready();
    const apps = new AppsClient(client.url, client.token);
    const { id } = await apps.newApp('soak', {});
    const saved = new Map<number, number>();

    const endsAt = performance.now() + minutes * 60_000;
    const load = new GatewayLoad(
      () => client,
      effects,
      () => performance.now() < endsAt,
    );
    const samples: { at: number; memory: number; handles: number }[] = [];
    const held: { at: number; bytes: number; requests: number }[] = [];
    const weighing = setInterval(
      () => {
        void heldBytes(gateway).then((bytes) => {
          held.push({ at: performance.now() / 3_600_000, bytes, requests: load.requests });
        });
      },
      (minutes * 60_000) / weighings,
    );
    const sampling = setInterval(() => {
      const kinds = descriptorsOf(gateway.pid);
      const handles = Object.values(kinds).reduce((sum, count) => sum + count, 0);
      samples.push({ at: performance.now() / 3_600_000, memory: residentBytes(gateway.pid), handles });
    }, 2000);
    let restarts = 0;
    const restarting = setInterval(() => {
      restarts++;
      for (const { pid } of descendantsOf(gateway.pid).filter(({ command }) =>
        command.includes('stdio-server'),
      ))
        process.kill(pid, 'SIGKILL');
      void upstream.restart();
      upstream.requests.length = 0;
    }, restartEveryMs);
    await Promise.all([
      ...[load.calls(), load.calls(), load.calls(), load.keyedCalls(), load.keyedCalls()],
      ...[load.reads(), load.childCalls(), load.leavers(), load.natives(), load.saves(String(id), saved)],
    ]);
    clearInterval(restarting);
    clearInterval(sampling);
    clearInterval(weighing);

    const settled = samples.slice(Math.floor(samples.length / 3));
    const perHour = slope(
      settled.map(({ at }) => at),
      settled.map(({ memory }) => memory / mebibyte),
    );
    const weighed = held.slice(Math.floor(held.length / 3));
    const heldPerHour = slope(
      weighed.map(({ at }) => at),
      weighed.map(({ bytes }) => bytes / mebibyte),
    );
    const bytesPerRequest = slope(
      weighed.map(({ requests }) => requests),
      weighed.map(({ bytes }) => bytes),
    );
    figure('soak-mixed-load', {
      ...{ minutes, restarts, effects: effects.size, acknowledged: effects.acknowledged.size },
      ...{ lost: effects.lost.length, duplicated: effects.duplicated.length, saves: saved.size },
      statuses: JSON.stringify(Object.fromEntries(load.statuses)),
      'memory MiB first/last third': `${third(samples, 0, ({ memory }) => memory / mebibyte)}/${third(samples, 2, ({ memory }) => memory / mebibyte)}`,
      'slope MiB/h': perHour.toFixed(1),
      'held after collection MiB': weighed.map(({ bytes }) => (bytes / mebibyte).toFixed(1)).join(' '),
      'slope of it MiB/h': heldPerHour.toFixed(1),
      'bytes per request': bytesPerRequest.toFixed(1),
      'handles first/last third': `${third(samples, 0, ({ handles }) => handles)}/${third(samples, 2, ({ handles }) => handles)}`,
    });
    expect(effects.lost).toEqual([]);
    expect(effects.duplicated).toEqual([]);
    expect(load.faults).toEqual([]);
    const versions = [...saved];
    const reader = async () => {
      for (let next = versions.pop(); next !== undefined; next = versions.pop()) {
        const [version, number] = next;
        const read = await apps.app(id, `/config?version=${String(version)}`);
        expect(read.body['config']).toEqual({ 'x-number': number });
      }
    };
    await Promise.all(Array.from({ length: 16 }, reader));
    await waitFor('both servers to be well', async () => {
      const answers = await Promise.all(['s', 'io'].map((server) => client.call(server, 'echo', {})));
      return answers.every(({ status }) => status === 200);
    });
    expect(Number(third(samples, 2, ({ handles }) => handles))).toBeLessThan(
      Number(third(samples, 0, ({ handles }) => handles)) + 20,
    );
    const requests = load.requests - (weighed[0]?.requests ?? 0);
    expect(bytesPerRequest * requests).toBeLessThan(maxBytesPerRequest * requests + lateBytes);
    if (minutes >= 20) expect(perHour).toBeLessThan(maxSlopePerHour);
  },
  // At its end it reads each of thousands of versions.
  minutes * 60_000 + 600_000,
);

/** The mean of a third of the samples. */
function third<T>(samples: readonly T[], which: 0 | 2, valueOf: (sample: T) => number): string {
  const length = Math.floor(samples.length / 3);
  const part = samples.slice(which * length, which * length + length).map(valueOf);
  return (part.reduce((sum, value) => sum + value, 0) / part.length).toFixed(0);
}
