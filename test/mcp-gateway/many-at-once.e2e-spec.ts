import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Drain } from '../../src/platform/http/answers/drain.js';
import { RequestPipeline } from '../../src/platform/http/request-pipeline.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const count = 40;
let gateway: TestGateway;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo, tool('hang', () => undefined)]));
  gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
  await gateway.call('s', 'echo', { text: 'hello' });
});

const connectTo = ({ url }: TestGateway): Socket => connect(Number(new URL(url).port), '127.0.0.1');

/** A call of a tool of server `s`, as it is sent. */
function callOf(name: string, { state }: TestGateway): string {
  const body = JSON.stringify({ name, arguments: { text: 'hello' } });
  return [
    'POST /api/servers/s/mcp/call HTTP/1.1',
    ...['host: localhost', `authorization: Bearer ${state.token}`],
    ...['content-type: application/json', `content-length: ${String(body.length)}`],
    `\r\n${body}`,
  ].join('\r\n');
}

it('[connections-let-in] connections that come at once are taken one after the other, with few calls of those who are in between', async () => {
  const call = callOf('echo', gateway);

  /** How many requests began after each connection. */
  const begunAfter: number[] = [];
  const server: Server = gateway.app.getHttpServer();
  server.prependListener('connection', () => begunAfter.push(0));
  const pipeline = gateway.app.get(RequestPipeline);
  const begin = pipeline.open.bind(pipeline);
  pipeline.open = (req, res) => {
    begunAfter.push((begunAfter.pop() ?? 0) + 1);
    return begin(req, res);
  };
  const connections = () => Array.from({ length: count }, () => connectTo(gateway));
  const answered = async (socket: Socket) => {
    socket.setEncoding('utf8');
    let text = '';
    for await (const piece of socket) if ((text += piece as string).includes('hello')) break;
    return text.slice(0, 12);
  };

  const inside = connections();
  await Promise.all(inside.map((socket) => once(socket, 'connect')));
  while (begunAfter.length < count) await new Promise(setImmediate);
  const newcomers = connections();
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  for (const socket of [...inside, ...newcomers]) socket.write(call);
  const answers = await Promise.all([...inside, ...newcomers].map(answered));
  expect(answers).toEqual(Array.from({ length: 2 * count }, () => 'HTTP/1.1 200'));
  expect(begunAfter).toHaveLength(2 * count);
  expect(Math.max(...begunAfter.slice(count, -1))).toBeLessThanOrEqual(4);
});

it('[pipelined-ends] calls that wait behind another on their connection end with it, and are on record', async () => {
  const drain = gateway.app.get(Drain);
  const before = gateway.logs('request.completed').length;
  const client = connectTo(gateway);
  client.write(['hang', 'hang', 'hang'].map((name) => callOf(name, gateway)).join(''));
  await waitFor('the calls to be under way', () => drain.underWay.length === 3);
  client.destroy();
  await waitFor('all of them to have ended', () => drain.underWay.length === 0);
  const ended = gateway.logs('request.completed').slice(before);
  expect(ended.map((line) => line['status'])).toEqual([499, 499, 499]);
});
