import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { personIn } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { gatewayState, startGateway } from '../../support/gateway.js';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { hardlyNotices, latencyOf, shown } from '../../support/measures/latency.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { hangs } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const probes = Number(process.env['PROBES'] ?? 200);
/** Streams and sessions that the account may have, each. */
const share = Number(process.env['SHARE'] ?? 200);
const tokens = 6;
const quota = 1000;

/** Calls without a pause with each of the tokens, in a process of its own. */
const flood = `
const [url, ...tokens] = process.argv.slice(1);
for (const token of tokens)
  void (async () => {
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'echo', arguments: {} });
    for (;;) {
      await (await fetch(url + '/api/servers/s/mcp/call', { method: 'POST', headers, body })).text();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
`;

let gateway: GatewayProcess;
let mine: GatewayClient;
let greedy: GatewayClient[];

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo, tool('hang', hangs)]));
  const state = await gatewayState();
  const before = await startGateway({ state });
  const first = await personIn(before, 'greedy');
  const others = Array.from({ length: tokens - 1 }, () => personIn(before, first.accountId, 'member'));
  const all = [first, ...(await Promise.all(others)), await personIn(before, 'mine')];
  await before.close();
  gateway = await spawnGateway({
    state,
    mcpServers: { s: { url: upstream.url, isolation: 'shared', maxConcurrency: 2 * share } },
    env: {
      ...{ ACCOUNT_STREAMS: String(share), ACCOUNT_SESSIONS: String(share) },
      ...{ ACCOUNT_REQUESTS_PER_MINUTE: String(quota), RATE_LIMIT_PER_MINUTE: '100000' },
    },
  });
  await open({
    close: async () => {
      await gateway.stop();
      await state.remove();
    },
  });
  const { url } = await gateway.ready();
  [mine, ...greedy] = all.map(({ token }) => new GatewayClient(url, token)).reverse() as [GatewayClient];
});

/** By the clock on the wall: both sides are measured on the same machine, one after the other. */
const latency = () =>
  latencyOf(
    probes,
    async () => {
      expect((await mine.call('s', 'echo', {})).status).toBe(200);
    },
    () => performance.now(),
  );

it('[usage-neighbour] one account takes all the streams, sessions and requests that it may: another hardly notices', async () => {
  await latency();
  const alone = await latency();
  const leaving = new AbortController();
  const tokenOf = (index: number) => greedy[index % tokens] as GatewayClient;
  for (let index = 0; index < share + 20; index++) {
    await tokenOf(index).stream('s', 'hang', {}, { signal: leaving.signal });
    const session = new NativeClient(`${mine.url}/api/servers/s/mcp`, tokenOf(index).token);
    await session.initialize().catch(() => undefined);
  }
  const used = await gateway.client.json('/api/usage/limits?account=greedy');
  for (const name of ['streams', 'sessions'])
    expect(used.body['limits']).toContainEqual(expect.objectContaining({ name, used: share, max: share }));
  const flooding = spawn(process.execPath, [
    ...['--input-type=module', '-e', flood, mine.url],
    ...greedy.map(({ token }) => token),
  ]);
  const refused = async () => {
    const metrics = await (await gateway.client.fetch('/metrics')).text();
    return Number(/^gantry_usage_refusals_total\{limit="requests"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
  };
  await waitFor('the quota to be used up', async () => (await refused()) > 0, 20_000);
  const beside = await latency();
  const total = await refused();
  flooding.kill();
  await once(flooding, 'exit');
  leaving.abort();
  figure('usage-neighbour', {
    ...{ streams: share, sessions: share, 'requests refused': total },
    ...{ 'ms alone': shown(alone), 'beside it': shown(beside) },
  });
  expect(hardlyNotices({ alone, beside })).toBe(true);
}, 120_000);
