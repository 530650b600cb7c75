import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { personIn } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { gatewayState, startGateway, type ServerEntries } from '../../support/gateway.js';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { hardlyNotices, latencyOf, shown } from '../../support/measures/latency.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const probes = Number(process.env['PROBES'] ?? 40);
const script = fileURLToPath(new URL('../../support/upstreams/flooding-server.mjs', import.meta.url));

let url: string;
let mine: GatewayClient;
let greedy: GatewayClient;

/** The address of a flooding server in a process of its own. */
async function flooding(transport: 'http' | 'sse'): Promise<string> {
  const child = spawn(process.execPath, [script, transport], { stdio: ['ignore', 'pipe', 'inherit'] });
  await open({
    close: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString().trim()}/`;
}

async function servers(): Promise<ServerEntries> {
  return {
    http: { url: await flooding('http') },
    sse: { url: await flooding('sse'), transport: 'sse' },
    stdio: { command: process.execPath, args: [script, 'stdio'] },
  };
}

beforeAll(async () => {
  const quiet = await open(ScriptedHttp.start([echo]));
  const state = await gatewayState();
  const before = await startGateway({ state });
  const people = [await personIn(before, 'mine'), await personIn(before, 'greedy')];
  await before.close();
  const gateway = await spawnGateway({
    state,
    mcpServers: { quiet: { url: quiet.url }, ...(await servers()) },
    env: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  await open({
    close: async () => {
      await gateway.stop();
      await state.remove();
    },
  });
  ({ url } = await gateway.ready());
  [mine, greedy] = people.map(({ token }) => new GatewayClient(url, token)) as [GatewayClient, GatewayClient];
});

const latency = () =>
  latencyOf(probes, async () => {
    expect((await mine.call('quiet', 'echo', {})).status).toBe(200);
  });

/** Posts and reads the answer to its end, in a process of its own. */
const reader = `
const [url, init] = process.argv.slice(1);
const response = await fetch(url, JSON.parse(init));
for await (const chunk of response.body) void chunk;
`;

type Call = (server: string, args: object) => Promise<[string, Record<string, string>, object]>;

const tokens = () => ({ authorization: `Bearer ${greedy.token}`, 'content-type': 'application/json' });
const rest: (accept: string) => Call = (accept) => (server, args) =>
  Promise.resolve([
    `/api/servers/${server}/mcp/call`,
    { ...tokens(), accept },
    { name: 'flood', arguments: args },
  ]);
const ways: Record<string, Call> = {
  plain: rest('application/json'),
  streamed: rest('text/event-stream'),
  native: async (server, args) => {
    const native = new NativeClient(`${url}/api/servers/${server}/mcp`, greedy.token);
    await native.initialize();
    const params = { name: 'flood', arguments: args, _meta: { progressToken: 'p' } };
    return [
      `/api/servers/${server}/mcp`,
      native.headers({ 'content-type': 'application/json' }),
      { jsonrpc: '2.0', id: 'f', method: 'tools/call', params },
    ];
  },
};

/** Each transport and each kind of call once; all pairs in the long form and for the hostile table, which sets `PROBES`. */
const floods: [string, string][] =
  (process.env['SOAK'] ?? process.env['PROBES']) === undefined
    ? [
        ['http', 'streamed'],
        ['sse', 'native'],
        ['stdio', 'plain'],
      ]
    : ['http', 'sse', 'stdio'].flatMap((server) =>
        Object.keys(ways).map((way): [string, string] => [server, way]),
      );

describe('A server that tells without a pause', () => {
  it.each(floods)(
    '[notification-flood] over %s, in a %s call: another account hardly notices',
    async (server, way) => {
      await latency();
      const alone = await latency();
      for (const kind of ['message', 'progress']) {
        const [path, headers, body] = await (ways[way] as Call)(server, { kind });
        const init = JSON.stringify({ method: 'POST', headers, body: JSON.stringify(body) });
        const args = ['--input-type=module', '-e', reader, url + path, init];
        const calling = spawn(process.execPath, args, { stdio: 'ignore' });
        await latency();
        const beside = await latency();
        const hasEnded = calling.exitCode !== null;
        calling.kill('SIGKILL');
        await once(calling, 'exit');
        figure('notification-flood', {
          ...{ server, way, kind },
          ...{ 'ms alone': shown(alone), 'beside it': shown(beside) },
        });
        expect(hasEnded).toBe(false);
        expect(hardlyNotices({ alone, beside })).toBe(true);
      }
    },
    30_000,
  );
});

describe('One exchange', () => {
  beforeAll(async () => {
    // What is still on its way from a flood counts for the next call on a shared channel: honest streams have servers of their own.
    const honest = Object.entries(await servers()).map(([name, entry]) => [`honest-${name}`, entry] as const);
    const mcpServers = { ...(await servers()), ...Object.fromEntries(honest) };
    const gateway = await open(startGateway({ mcpServers, env: { MAX_EXCHANGE_EVENTS: 2000 } }));
    url = gateway.url;
    greedy = new GatewayClient(url, gateway.token);
  });

  it.each(floods)(
    '[exchange-limits] over %s, in a %s call, is bounded by MAX_EXCHANGE_EVENTS',
    async (server, way) => {
      const answerTo = async (name: string, args: object) => {
        const [path, headers, body] = await (ways[way] as Call)(name, args);
        const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return response.text();
      };
      const refused = await answerTo(server, { kind: 'message' });
      expect(refused.slice(-2000)).toContain('upstream-response-too-large');
      expect(refused.slice(-2000)).toContain('MAX_EXCHANGE_EVENTS');
      const honest = await answerTo(`honest-${server}`, { kind: 'progress', count: 500 });
      expect(honest.slice(-2000)).toContain('"content":[]');
    },
  );
});
