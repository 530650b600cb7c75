import { AppsClient } from '../../support/clients/apps-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import type { Answer } from '../../support/clients/gateway-client.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { p99 } from '../../support/measures/latency.js';
import { ownTime } from '../../support/measures/own-time.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const quota = 600;
const seconds = 10;
const open = closeAfterEach();

it('[rate-limit-principal] twice the quota in ten seconds: half of it is refused, another token is served as ever, and the first after its time', async () => {
  const upstream = await open(ScriptedHttp.start());
  const gateway = await spawnGateway({
    env: { RATE_LIMIT_PER_MINUTE: String(quota) },
    mcpServers: { s: { url: upstream.url } },
  });
  await open({
    close: async () => {
      await gateway.stop('SIGKILL');
    },
  });
  const operator = await gateway.ready();
  const apps = new AppsClient(operator.url, operator.token);
  await apps.newApp('shop', { mcpServers: { s: { use: 's' } } });
  const [greedy, modest] = [await apps.withKey('shop'), await apps.withKey('shop')];

  /** Calls in a rhythm of their own, each of which must be answered; how long they take. */
  const aside = async (client: typeof modest, ms: number) => {
    const endsAt = performance.now() + ms;
    const times: number[] = [];
    while (performance.now() < endsAt) {
      const startedAt = ownTime();
      expect((await client.call('shop.s', 'echo', {})).status).toBe(200);
      times.push(ownTime() - startedAt);
      await pause(20);
    }
    return times;
  };
  await aside(operator, 1000);
  const alone = await aside(operator, 4000);

  const startedAt = performance.now();
  const sent: Promise<Answer>[] = [];
  const flood = async () => {
    while (sent.length < 2 * quota) {
      const due = Math.min(1, (performance.now() - startedAt) / (seconds * 1000)) * 2 * quota;
      while (sent.length < due) sent.push(greedy.json('/api/servers'));
      await pause(10);
    }
    return Promise.all(sent);
  };
  const [answers, beside] = await Promise.all([flood(), aside(modest, seconds * 1000)]);
  const refused = answers.filter(({ status }) => status === 429);
  figure('rate-limit', {
    ...{ sent: answers.length, refused: refused.length },
    'p99 ms of another token before': p99(alone).toFixed(1),
    'and meanwhile': p99(beside).toFixed(1),
  });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(quota);
  expect(refused).toHaveLength(quota);
  for (const { headers, body } of refused) {
    expect(body['code']).toBe('rate-limited');
    expect(headers.get('ratelimit-policy')).toBe(`"principal";q=${String(quota)};w=60`);
    expect(headers.get('ratelimit')).toMatch(/^"principal";r=0;t=\d+$/);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  expect(p99(beside)).toBeLessThan(100);

  await pause(Number(refused.at(-1)?.headers.get('retry-after')) * 1000);
  expect((await greedy.json('/api/servers')).status).toBe(200);
}, 150_000);

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
