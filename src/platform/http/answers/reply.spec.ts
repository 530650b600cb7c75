import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
