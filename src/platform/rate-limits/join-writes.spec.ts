import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { joinWrites } from './join-writes.js';

type Chunk = readonly [Buffer | string, BufferEncoding?];

/** What arrives of chunks that are written while the socket is corked. */
async function arrived(chunks: readonly Chunk[]): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  joinWrites(socket);
  await once(socket, 'connect');
  socket.cork();
  for (const [chunk, encoding] of chunks) socket.write(chunk, encoding);
  socket.end();
  const [peer] = await accepted;
  const parts: Buffer[] = [];
  for await (const part of peer) parts.push(part as Buffer);
  server.close();
  return Buffer.concat(parts);
}

describe('Small writes that leave as one', () => {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

  it.each<[string, readonly Chunk[]]>([
    ['a head and a body of any bytes', [['POST / HTTP/1.1\r\n\r\n', 'latin1'], [everyByte]]],
    ['a long body', [['head', 'latin1'], [Buffer.alloc(20_000, everyByte)]]],
    ['text whose characters are several bytes', [['ž', 'utf8'], [everyByte]]],
  ])('keep their bytes: %s', async (_what, chunks) => {
    const whole = chunks.map(([chunk, encoding]) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    );
    expect(await arrived(chunks)).toEqual(Buffer.concat(whole));
  });
});
