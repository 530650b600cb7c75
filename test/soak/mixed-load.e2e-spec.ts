import { AppsClient } from '../support/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { Effects } from '../support/effects.js';
import { figure, slope } from '../support/figures.js';
import { GatewayLoad } from '../support/gateway-load.js';
import { spawnGateway } from '../support/gateway-process.js';
import { descendantsOf, descriptorsOf } from '../support/processes.js';
import { residentBytes } from '../support/memory.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
const restartEveryMs = 20_000;
const mebibyte = 1_048_576;
const open = closeAfterEach();

it(
  `[soak-mixed-load] ${String(minutes)} minutes of mixed load with restarts of every upstream each 20 s: nothing lost, twice or left behind`,
  async () => {
    const effects = new Effects();
    const upstream = await open(ScriptedHttp.start([echo, effects.tool, tool('hang', () => undefined)]));
    const gateway = await spawnGateway({
      env: { BREAKER_FAILURES: '1000', BACKOFF_MAX_MS: '200' },
      mcpServers: { s: { url: upstream.url }, io: stdioServer() },
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

    const settled = samples.slice(Math.floor(samples.length / 3));
    const perHour = slope(
      settled.map(({ at }) => at),
      settled.map(({ memory }) => memory / mebibyte),
    );
    figure('soak-mixed-load', {
      ...{ minutes, restarts, effects: effects.size, acknowledged: effects.acknowledged.size },
      ...{ lost: effects.lost.length, duplicated: effects.duplicated.length, saves: saved.size },
      statuses: JSON.stringify(Object.fromEntries(load.statuses)),
      'memory MiB first/last third': `${third(samples, 0, ({ memory }) => memory / mebibyte)}/${third(samples, 2, ({ memory }) => memory / mebibyte)}`,
      'slope MiB/h': perHour.toFixed(1),
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
    expect(Math.abs(perHour) * (minutes / 60)).toBeLessThan(64);
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
