import { connect } from 'node:net';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const tenMegabytes = 10_000_000;
let gateway: TestGateway;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: { s: { url: upstream.url } },
      env: { MAX_DISCARDED_BYTES: 2 * tenMegabytes },
    }),
  );
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
/** The fast path, the native endpoint in it, Express, and the forms of pages and OAuth. */
const ways: readonly (readonly [string, string])[] = [
  ['/api/servers/s/mcp/call', json],
  ['/api/servers/s/mcp', json],
  ['/api/cli/apps', json],
  ['/device', form],
  ['/login', form],
];

function head(path: string, type: string, ...more: readonly string[]): string {
  const fields = [
    'host: localhost',
    `authorization: Bearer ${gateway.token}`,
    `content-type: ${type}`,
    ...more,
  ];
  return [`POST ${path} HTTP/1.1`, ...fields, '', ''].join('\r\n');
}

interface Exchange {
  readonly answer: string;
  /** The code of the error that broke it, when one did. */
  readonly error?: string;
}

/** Writes all of `pieces` before it reads a byte, as simple clients do; then reads until the gateway hangs up or `enough`. */
function writeThenRead(pieces: readonly string[], enough = /^$/): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let answer = '';
    let error: string | undefined;
    socket.setEncoding('latin1').pause();
    for (const piece of pieces) socket.write(piece);
    socket.write('', () => socket.resume());
    socket.on('data', (chunk: string) => {
      answer += chunk;
      if (enough.test(answer)) socket.destroy();
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (error = code));
    socket.on('close', () => {
      resolve({ answer, ...(error === undefined ? {} : { error }) });
    });
  });
}

const pieces = (bytes: number, of = 65_536) => Array<string>(Math.ceil(bytes / of)).fill('x'.repeat(of));
const chunked = (bytes: number) => pieces(bytes).map((text) => `10000\r\n${text}\r\n`);

describe.each(ways)('A body for %s (%s) that is too large', (path, type) => {
  const sized = (...more: string[]) => [
    head(path, type, `content-length: ${String(tenMegabytes)}`, ...more),
    'x'.repeat(tenMegabytes),
  ];

  it('[too-large-told] gets its answer to a client that reads only after writing', async () => {
    for (const sent of [
      sized('connection: close'),
      [
        head(path, type, 'connection: close', 'transfer-encoding: chunked'),
        ...chunked(tenMegabytes),
        '0\r\n\r\n',
      ],
    ]) {
      const { answer, error } = await writeThenRead(sent);
      expect({ status: answer.slice(0, 13), error }).toEqual({ status: 'HTTP/1.1 413 ' });
      expect(answer).toMatch(/body-too-large|body may have at most/);
    }
  });

  it('[too-large-told] leaves the connection for the next request', async () => {
    const { answer, error } = await writeThenRead(
      [...sized(), 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'],
      /HTTP\/1\.1 200 /,
    );
    expect({ status: answer.slice(0, 13), error }).toEqual({ status: 'HTTP/1.1 413 ' });
    expect(answer).toContain('HTTP/1.1 200 ');
  });

  it('[too-large-told] is not sent by who asks before', async () => {
    const { answer } = await writeThenRead(sized('expect: 100-continue').slice(0, 1));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });
});

it('[too-large-told] a body that fits is asked for', async () => {
  const body = '{"name":"echo","arguments":{"a":1}}';
  const { answer } = await writeThenRead(
    [head('/api/servers/s/mcp/call', json, `content-length: ${String(body.length)}`, 'expect: 100-continue')],
    /100 Continue\r\n\r\n/,
  );
  expect(answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
});

it('[too-large-told] a refusal that needs no body is told to who sends one, too', async () => {
  const { answer, error } = await writeThenRead([
    head('/api/cli/apps', 'text/plain', 'connection: close', `content-length: ${String(tenMegabytes)}`),
    'x'.repeat(tenMegabytes),
  ]);
  expect({ status: answer.slice(0, 13), error }).toEqual({ status: 'HTTP/1.1 415 ' });
});

it('[too-large-told] nobody can send for ever', async () => {
  const endless = [
    head('/api/servers/s/mcp/call', json, 'transfer-encoding: chunked'),
    ...chunked(4 * tenMegabytes),
  ];
  const { error } = await writeThenRead(endless);
  expect(['EPIPE', 'ECONNRESET']).toContain(error);
});

it('[too-large-told] is read by fetch', async () => {
  expect((await gateway.call('s', 'echo', { a: 'x'.repeat(tenMegabytes) })).status).toBe(413);
});
