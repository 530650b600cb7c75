import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { errorOf, NativeClient } from '../../support/clients/native-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { waitFor } from '../../support/wait-for.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const odd = fileURLToPath(new URL('../../support/upstreams/odd-stdio.mjs', import.meta.url));

let http: ScriptedHttp;
let gateway: TestGateway;
let app: { readonly token: string };

beforeAll(async () => {
  http = await open(ScriptedHttp.start([echo]));
  const mcpServers = {
    http: { url: http.url },
    stdio: stdioServer(),
    odd: { command: process.execPath, args: [odd] },
  };
  gateway = await open(startGateway({ mcpServers }));
  app = await createApp(gateway, 'shop', { mcpServers: { stdio: { use: 'stdio' } } });
});

async function session(server: string): Promise<NativeClient> {
  const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
  await client.initialize();
  return client;
}

const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

/** A POST as it goes over the line, with other headers than those of our client. */
function posted(client: NativeClient, version: string, headers: readonly string[], body: string): string {
  const { pathname } = new URL(client.url);
  const own = ['hOsT: 127.0.0.1', `AUTHORIZATION: bearer ${gateway.token}`, 'content-type: application/json'];
  const head = [`POST ${pathname} HTTP/${version}`, ...own, `mCP-sESSION-iD: ${String(client.session)}`];
  return [...head, ...headers, '', body].join('\r\n');
}

const withLength = (body: string) => [`content-length: ${String(body.length)}`, 'accept: */*'];

/** All that the gateway answers to what is written, until `count` responses to pings have come. */
async function written(text: string, count: number): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  socket.write(text);
  await waitFor('the answers', () => answer.split('"result":{}').length > count);
  socket.destroy();
  return answer;
}

describe('Clients that write HTTP in their own way', () => {
  it.each(['http', 'stdio'])('[native-http-forms] are answered: %s', async (server) => {
    const client = await session(server);
    const once1 = await written(posted(client, '1.0', withLength(ping(1)), ping(1)), 1);
    expect(once1).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
    const [first, rest] = [ping(2).slice(0, 5), ping(2).slice(5)];
    const chunk = (part: string) => `${part.length.toString(16)};x=y\r\n${part}\r\n`;
    const chunked = `${chunk(first)}${chunk(rest)}0\r\nX-Trailer: 1\r\n\r\n`;
    const chunkedAnswer = await written(posted(client, '1.1', ['transfer-encoding: chunked'], chunked), 1);
    expect(chunkedAnswer).toContain('{"jsonrpc":"2.0","id":2,"result":{}}');
    const several = [3, 4, 5].map((id) => posted(client, '1.1', withLength(ping(id)), ping(id)));
    const pipelined = await written(several.join(''), 3);
    expect([...pipelined.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(['3', '4', '5']);
  });

  it.each(['http', 'stdio'])(
    '[native-http-forms] need not read a body where there is none: %s',
    async (server) => {
      const client = await session(server);
      for (const message of [{ method: 'notifications/x' }, { id: 'asked', result: {} }]) {
        const { status, headers } = await client.send({ jsonrpc: '2.0', ...message });
        expect([status, headers.get('content-length')]).toEqual([202, '0']);
      }
    },
  );
});

describe('An address with a slash at its end', () => {
  it('[native-raw-requests] is the same endpoint: what passes are bytes', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/odd/mcp/`, gateway.token);
    await client.initialize();
    const answer = await client.send('{"jsonrpc":"2.0","id":9007199254740993,"method":"odd/echo"}');
    expect(answer.text).toContain('"id":9007199254740993');
    const ended = await fetch(client.url, { method: 'DELETE', headers: client.headers() });
    expect(ended.status).toBe(200);
  });
});

describe('HEAD', () => {
  it.each(['server', 'app'])('[native-head] does not take the stream of a session away: %s', async (kind) => {
    const client =
      kind === 'server'
        ? await session('stdio')
        : new NativeClient(`${gateway.url}/api/apps/shop/mcp`, app.token);
    if (kind === 'app') await client.initialize();
    const stream = await open(client.stream());
    const asked = await fetch(client.url, { method: 'HEAD', headers: client.headers() });
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
    const name = kind === 'server' ? 'addTool' : 'stdio__addTool';
    await client.result('tools/call', { name, arguments: { name: `new-${kind}` } });
    await waitFor('the change on the stream', () => stream.of('notifications/tools/list_changed').length > 0);
  });
});

describe('A handshake', () => {
  it.each(['servers/http', 'servers/stdio', 'apps/shop'])(
    '[native-hostile-messages] without an id, or with one that MCP does not know, is refused: nobody would answer it: %s',
    async (path) => {
      const token = path.startsWith('apps') ? app.token : gateway.token;
      const client = new NativeClient(`${gateway.url}/api/${path}/mcp`, token);
      for (const id of [{}, { id: 1.5 }]) {
        const answer = await client.send({ jsonrpc: '2.0', ...id, method: 'initialize', params: {} });
        expect([answer.status, errorOf(answer)?.['code']]).toEqual([400, -32600]);
      }
    },
  );
});

describe('A server that spells its media type in its own way', () => {
  it('[native-first-byte] is heard as it speaks', async () => {
    const client = await session('http');
    let finish: () => void = () => undefined;
    http.methods.set('slow/stream', ({ res }) => {
      const write = (message: object) =>
        res.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
      res.writeHead(200, { 'content-type': 'Text/Event-Stream; Charset=UTF-8' });
      write({ method: 'notifications/message', params: { level: 'info', data: 'first' } });
      finish = () => {
        write({ id: 'slow', result: {} });
        res.end();
      };
    });
    const stream = await open(client.sendAndRead({ jsonrpc: '2.0', id: 'slow', method: 'slow/stream' }));
    await stream.received('the first message', ({ method }) => method === 'notifications/message');
    expect(stream.ended).toBe(false);
    finish();
    await stream.received('the result', ({ id }) => id === 'slow');
  });
});
