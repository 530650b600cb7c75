import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { laneStdio } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
let http: ScriptedHttp;
let gateway: TestGateway;
let app: TestApp;

/** Says who called, once both calls are there. */
const log = tool('log', async (exchange) => {
  const stream = exchange.openStream();
  stream.notify('notifications/message', { level: 'info', data: exchange.args['who'] });
  await http.received('tools/call', Number(exchange.args['calls']));
  stream.result({ content: [] });
});

beforeAll(async () => {
  http = await open(ScriptedHttp.start([log]));
  const mcpServers = { http: { url: http.url }, stdio: laneStdio('2025') };
  gateway = await open(startGateway({ mcpServers }));
  app = await createApp(gateway, 'logs', {
    mcpServers: { http: { use: 'http' }, stdio: { use: 'stdio' } },
  });
});

async function session(level?: string): Promise<NativeClient> {
  const client = new NativeClient(`${gateway.url}/api/apps/logs/mcp`, app.token);
  await client.initialize();
  if (level !== undefined) await client.result('logging/setLevel', { level });
  return client;
}

const call = (client: NativeClient, server: string, who: string, calls: number): Promise<NativeAnswer> =>
  client.request('tools/call', { name: `${server}__log`, arguments: { who, calls } });

/** Whose lines came with the answers of a session. */
const heard = (...answers: NativeAnswer[]): unknown[] =>
  answers
    .flatMap(({ messages }) => messages)
    .filter(({ method }) => method === 'notifications/message')
    .map(({ params }) => (params as Json)['data'])
    .sort();

describe.each(['http', 'stdio'])('Log lines of a server of an app, over %s,', (server) => {
  const callsSoFar = () => http.of('tools/call').length;

  it('[app-native-logs] reach the one session of a key whose call caused them, once', async () => {
    const [one, two] = [await session('info'), await session('info')];
    const calls = callsSoFar() + 3;
    const [first, second, other] = await Promise.all([
      call(one, server, 'one-a', calls),
      call(one, server, 'one-b', calls),
      call(two, server, 'two', calls),
    ]);
    expect(heard(first, second)).toEqual(['one-a', 'one-b']);
    expect(heard(other)).toEqual(['two']);
  });

  it('[app-native-logs] never reach another session, be it that nobody gets them', async () => {
    const [one, two] = [await session(), await session()];
    const calls = callsSoFar() + 2;
    const [first, second] = await Promise.all([
      call(one, server, 'one', calls),
      call(two, server, 'two', calls),
    ]);
    expect([[], ['one']]).toContainEqual(heard(first));
    expect([[], ['two']]).toContainEqual(heard(second));
  });

  it('[app-native-logs] reach a session without a level, too, while it is alone', async () => {
    expect(heard(await call(await session(), server, 'alone', callsSoFar() + 1))).toEqual(['alone']);
  });
});
