import { closeAfterEach } from '../../support/closing.js';
import type { Answer } from '../../support/clients/gateway-client.js';
import { startGateway } from '../../support/gateway.js';
import { figure } from '../../support/measures/figures.js';
import { TestClock } from '../../support/test-clock.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();

describe('a server that fails in a row', () => {
  it('[breaker] calls to a failing server are refused in milliseconds, and one of thirty probes it', async () => {
    const clock = new TestClock();
    const upstream = await open(ScriptedHttp.start());
    const env = { BREAKER_FAILURES: 3, BACKOFF_BASE_MS: 60_000, BACKOFF_MAX_MS: 60_000 };
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } }, env, clock }));
    const many = (count: number) =>
      Promise.all(Array.from({ length: count }, () => gateway.call('s', 'echo', {})));
    await gateway.call('s', 'echo', {});
    upstream.intercept = (exchange) => {
      exchange.send(503, 'down');
      return true;
    };
    await waitFor('the breaker to open', async () => {
      const { status, headers } = await gateway.call('s', 'echo', {});
      return status === 503 && headers.has('retry-after');
    });
    const before = upstream.requests.length;
    const refused: Answer[] = [];
    for (let count = 0; count < 20; count++) refused.push(await gateway.call('s', 'echo', {}));
    for (const { status, body, headers } of refused) {
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream-unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(upstream.requests.length).toBe(before);
    const times = refused.map(({ ms }) => ms).sort((a, b) => a - b);
    const [median = Infinity, slowest = Infinity] = [times[10], times.at(-1)];
    expect(median).toBeLessThan(20);

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const probes: string[] = [];
    upstream.intercept = async ({ record }) => {
      probes.push(String(record.rpc?.method));
      await released;
      return false;
    };
    clock.advance(60_001);
    let answered = 0;
    const crowd = Array.from({ length: 30 }, () => gateway.call('s', 'echo', {}).finally(() => answered++));
    await waitFor('all but one to be refused', () => answered === 29 && probes.length > 0);
    for (const { status, headers } of await many(30)) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    const underWay = [...probes];
    expect(underWay).toHaveLength(1);
    release();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const { status } of await many(30)) expect(status).toBe(200);
    figure('breaker', {
      ...{ refused: refused.length, 'ms (median)': median.toFixed(1), 'ms (slowest)': slowest.toFixed(1) },
      ...{ 'callers when it may be tried again': crowd.length, probes: underWay.length },
    });
  });
});
