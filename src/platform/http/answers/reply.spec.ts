import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { CallMeter } from '../../../kernel/hop.js';
import { freeableBytes } from '../../../kernel/freeable-bytes.js';
import { Reply, writeReply } from './reply.js';
import { RequestContext } from '../request-context.js';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** What a reply becomes where a middleware has set `before`. */
async function answered(before: Readonly<Record<string, string>>): Promise<Headers> {
  server = createServer((req, res) => {
    for (const [name, value] of Object.entries(before)) res.setHeader(name, value);
    const context = new RequestContext(req, '127.0.0.1', { publicUrl: '' });
    context.setHeader('set-cookie', 'a=1');
    context.setHeader('set-cookie', 'b=2');
    writeReply(res, Reply.json({ ok: true }, 200, { etag: '"own"' }), context, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/x`);
  expect(await response.json()).toEqual({ ok: true });
  return response.headers;
}

describe('A reply', () => {
  it.each<Record<string, string>>([
    {},
    { 'x-frame-options': 'DENY', etag: '"foreign"', 'server-timing': 'early' },
  ])(
    '[reply-headers] carries both of two fields of one name, and its own in place of earlier ones: %j',
    async (before) => {
      const headers = await answered(before);
      expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(headers.get('etag')).toBe('"own"');
      expect(headers.get('server-timing')).toMatch(/^auth;dur=[^,]*, upstream;dur=[^,]*, total;dur=[^,]*$/);
      expect(headers.get('x-frame-options')).toBe('x-frame-options' in before ? 'DENY' : null);
    },
  );
});

/** More than the kernel takes for a reader that reads nothing. */
const large = 32_000_000;
const forgets: CallMeter = { keepsContent: false, ended: () => undefined, spoiled: () => undefined };

/** Serves one reply with a large body, and tells of its response. */
async function serving(how: (reply: Reply) => Reply, meter = forgets) {
  const body = freeableBytes(large).fill('a');
  let begun!: (res: ServerResponse) => void;
  const response = new Promise<ServerResponse>((resolve) => {
    begun = resolve;
  });
  server = createServer((req, res) => {
    const context = new RequestContext(req, '127.0.0.1', { publicUrl: '' });
    context.meter = meter;
    writeReply(res, how(new Reply(200, body)), context, 0);
    begun(res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { body, response, port: (server.address() as AddressInfo).port };
}

describe('The body of a large reply', () => {
  it.each([
    ['is freed when it has been taken and nobody needs it', (reply: Reply) => reply.passing(), forgets, 0],
    ['stays where somebody may need it', (reply: Reply) => reply, forgets, large],
    [
      'stays where the record is to hold it',
      (reply: Reply) => reply.passing(),
      { ...forgets, keepsContent: true },
      large,
    ],
  ])('[large-freed] %s', async (_, how, meter, left) => {
    const { body, response, port } = await serving(how, meter);
    const taken = await (await fetch(`http://127.0.0.1:${String(port)}/`)).arrayBuffer();
    expect(Buffer.from(taken).equals(Buffer.alloc(large, 'a'))).toBe(true);
    const res = await response;
    if (!res.closed) await once(res, 'close');
    expect(body).toHaveLength(left);
  });

  it('[large-freed] stays where the reader leaves before it has taken all', async () => {
    const { body, response, port } = await serving((reply) => reply.passing());
    const socket = connect(port, '127.0.0.1');
    socket.pause().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const res = await response;
    socket.destroy();
    if (!res.closed) await once(res, 'close');
    expect(body).toHaveLength(large);
  });
});
