import type { GatewayClient } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { writes } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const policies = { checks: { pii: ['email'] } };

/** What a check would have taken out: the second spelling is how arguments carry it past the same check. */
const told = 'ana\\u0040example.com';
const evil = `{"content":[{"type":"text","text":"${told}"}]}`;
const fine = '{"content":[{"type":"text","text":"fine"}]}';
const long = `{"content":[{"type":"text","text":"fine"}],"pad":"${'x'.repeat(70_000)}"}`;
const message = (rest: string) => `{"jsonrpc":"2.0","id":$id,${rest}}`;

const answers: readonly (readonly [name: string, answer: string])[] = [
  ['two results', message(`"result":${evil},"result":${fine}`)],
  ['a second result with an escape in its name', message(`"result":${evil},"r\\u0065sult":${fine}`)],
  ['two results, the last a large one', message(`"result":${evil},"result":${long}`)],
  ['two contents', message(`"result":{${evil.slice(1, -1)},${fine.slice(1)}`)],
  ['two contents in a large result', message(`"result":{${evil.slice(1, -1)},${long.slice(1)}`)],
  ['two texts', message(`"result":{"content":[{"type":"text","text":"${told}","text":"fine"}]}`)],
  ['an error before a result', message(`"error":{"code":-32000,"message":"${told}"},"result":${fine}`)],
  ['an error before a large one', message(`"error":{"code":-32000,"message":"${told}"},"result":${long}`)],
  ['two errors', message(`"error":{"code":1,"message":"${told}"},"error":{"code":1,"message":"no"}`)],
];

let gateway: TestGateway;
let old: ScriptedHttp;
let modern: ScriptedModern;

beforeAll(async () => {
  old = await open(ScriptedHttp.start([echo]));
  modern = await open(ScriptedModern.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: {
        old: { url: old.url, policies },
        modern: { url: modern.url, policies },
        stdio: { ...stdioServer(), policies },
      },
      env: { BREAKER_FAILURES: 1000 },
    }),
  );
});

it.each(answers)('[checks-one-reading] no path shows what another reader finds in %s', async (_, answer) => {
  old.tools = modern.tools = [echo, tool('odd', writes(answer))];
  for (const server of ['old', 'modern']) await gateway.toolNames(server, '?refresh=true');
  for (const [server, name, args] of [
    ['old', 'odd', {}],
    ['modern', 'odd', {}],
    ['stdio', 'raw', { line: answer }],
  ] as const)
    for (const text of await calledInAllWays(gateway, server, name, args)) {
      expect(text.includes('example.com')).toBe(false);
      expect(text.length).toBeGreaterThan(0);
    }
  expect((await gateway.call('old', 'echo', { a: 1 })).status).toBe(200);
});

const answerOf = (id: unknown, result: string) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
const withSeparator = evil.replace('{', '{"pad":"\u2028",');
const log = (data: string) =>
  `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${data}}}`;

/** Streams of events that a reader could cut or parse otherwise than the checks. */
const streams: readonly (readonly [name: string, stream: (id: unknown) => string])[] = [
  [
    'a line separator in an event before the answer',
    (id) => `data: ${answerOf(id, withSeparator)}\n\ndata: ${answerOf(id, fine)}\n\n`,
  ],
  [
    'a blank line of mixed line ends',
    (id) => `data: ${answerOf(id, evil)}\n\r\ndata: ${answerOf(id, fine)}\n\n`,
  ],
  [
    'an event that no blank line ends',
    (id) => `data: ${answerOf(id, fine)}\n\ndata: ${answerOf(id, evil)}\n`,
  ],
  [
    'a log line with a number that is no JSON',
    (id) => `data: ${log(`["${told}",NaN]`)}\n\ndata: ${answerOf(id, fine)}\n\n`,
  ],
  [
    'a log line with a line separator',
    (id) => `data: ${log(`"${told}\u2028"`)}\n\ndata: ${answerOf(id, fine)}\n\n`,
  ],
];

it.each(streams)(
  '[checks-one-reading] no path shows what another reader finds in a stream with %s',
  async (_, stream) => {
    old.tools = modern.tools = [
      echo,
      tool('odd', ({ res, id }) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream(id));
      }),
    ];
    for (const server of ['old', 'modern']) {
      await gateway.toolNames(server, '?refresh=true');
      for (const text of await calledInAllWays(gateway, server, 'odd', {})) {
        expect(text.includes('example.com')).toBe(false);
        expect(text.length).toBeGreaterThan(0);
      }
    }
  },
);

it('[checks-one-reading] a session stream passes no log line that is no JSON', async () => {
  const speaker = new NativeClient(`${gateway.url}/api/servers/old/mcp`, gateway.token);
  await speaker.initialize();
  const before = old.listening;
  const aborting = new AbortController();
  const { body } = await fetch(speaker.url, {
    headers: speaker.headers({ accept: 'text/event-stream' }),
    signal: aborting.signal,
  });
  await waitFor('the session stream', () => old.listening > before);
  for (const data of [`["${told}",NaN]`, `"${told}\u2028"`]) old.say(log(data));
  old.say(`${log(`"${told}"`)}\n\r\ndata: ${log(`"${told}"`)}\r\n`);
  old.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    if (text.includes('list_changed')) break;
  }
  aborting.abort();
  expect(text.includes('example.com')).toBe(false);
});

/** The whole texts of the answers to a call over REST, from a session of 2025, and of 2026. */
async function calledInAllWays(
  client: GatewayClient,
  server: string,
  name: string,
  args: object,
): Promise<string[]> {
  const speaker = new NativeClient(`${client.url}/api/servers/${server}/mcp`, client.token);
  const params = { name, arguments: args };
  const rest = await client.call(server, name, { ...args }, { timeoutMs: 5000 });
  const latest = await speaker.modern('tools/call', params);
  await speaker.initialize();
  return [rest.text, latest.text, (await speaker.request('tools/call', params)).text];
}
