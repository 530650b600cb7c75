import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { greet, receive } from './greeting.js';

const secret = 'what the workers of one start know';
let door: Server;
const errands: unknown[] = [];

beforeEach(async () => {
  errands.length = 0;
  door = createServer((socket) => {
    receive(socket, secret, (errand) => {
      errands.push(errand);
      socket.pipe(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
});

afterEach(() => {
  door.close();
});

const knock = () => connect((door.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);

it('[workers-door] lets in who knows the secret, and hands on every byte that follows', async () => {
  const socket = knock();
  greet(socket, secret, { kind: 'caller', address: '10.0.0.7' });
  socket.end('and more');
  expect(await text(socket)).toBe('and more');
  expect(errands).toEqual([{ kind: 'caller', address: '10.0.0.7' }]);
});

it('[workers-door] takes a greeting in pieces', async () => {
  const socket = knock();
  const line = `${JSON.stringify([secret, 'metrics', ''])}\nx`;
  socket.setNoDelay(true).write(line.slice(0, 10));
  await once(socket, 'connect');
  socket.end(line.slice(10));
  expect(await text(socket)).toBe('x');
  expect(errands).toEqual([{ kind: 'metrics' }]);
});

it.each([
  ['another secret', JSON.stringify(['what the workers of one start knew', 'metrics', ''])],
  ['a shorter one', JSON.stringify(['w', 'metrics', ''])],
  ['no secret', JSON.stringify([null, 'metrics', ''])],
  ['no list', '{}'],
  ['HTTP', 'GET /metrics HTTP/1.1'],
  ['no end', 'x'.repeat(2000)],
])('[workers-door] hangs up on %s', async (_, line) => {
  const socket = knock();
  socket.write(line.length < 1000 ? `${line}\nGET / HTTP/1.1\r\n\r\n` : line);
  await once(socket, 'close');
  expect(errands).toEqual([]);
});
