import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { EventStream } from '../../../src/platform/http/answers/event-stream.js';
import { cutOffStalledConnections } from '../../../src/platform/http/stalled-connections.js';

const timeoutMs = 1000;
const megabyte = 1_000_000;
let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('[unread-answers] a stream whose reader is slow but takes something goes on, however much waits for him', async () => {
  const event = 'x'.repeat(30 * megabyte);
  server = createServer((_, res) => {
    const limits = { cacheControl: 'no-store', heartbeatMs: 60_000, maxWaitingBytes: megabyte };
    const stream = new EventStream(res, 'text/event-stream', limits, []);
    stream.send(undefined, event);
    // Whoever has taken all hears more.
    res.on('drain', () => {
      stream.send(undefined, 'the end');
      stream.end();
    });
  });
  cutOffStalledConnections(server, timeoutMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  const startedAt = performance.now();
  let taken = 0;
  let end = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    taken += chunk.length;
    end = (end + chunk.toString('latin1')).slice(-100);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(taken).toBeGreaterThan(event.length);
  expect(end).toContain('data: the end');
  expect(performance.now() - startedAt).toBeGreaterThan(2 * timeoutMs);
});
