import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { RequestPipeline } from '../../src/platform/http/request-pipeline.js';
import { closeAfterEach } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterEach();
const count = 40;

it('[connections-let-in] connections that come at once are taken one after the other, with few calls of those who are in between', async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
  const body = JSON.stringify({ name: 'echo', arguments: { text: 'hello' } });
  const call = [
    'POST /api/servers/s/mcp/call HTTP/1.1',
    ...['host: localhost', `authorization: Bearer ${gateway.state.token}`],
    ...['content-type: application/json', `content-length: ${String(body.length)}`],
    `\r\n${body}`,
  ].join('\r\n');
  await gateway.json('/api/servers/s/mcp/call', { method: 'POST', body: JSON.parse(body) as object });

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
  const connections = (): Socket[] =>
    Array.from({ length: count }, () => connect(Number(new URL(gateway.url).port), '127.0.0.1'));
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
