import { connect } from 'node:net';
import { problemCatalogue } from '../../../src/kernel/problems/problem-catalogue.js';
import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import { operationsOf, type Located, type OpenApiDocument } from '../../support/openapi-document.js';
import { ownTime } from '../../support/measures/own-time.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const maxBytes = 1_000_000;
const seen = { inputs: 0, 'answers 5xx': 0, 'above 100 ms at first': 0, 'slowest ms': 0 };
let gateway: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({ env: { MAX_BODY_BYTES: maxBytes }, mcpServers: { s: { url: upstream.url } } }),
  );
  await gateway.call('s', 'echo', {});
});

afterEach(async () => {
  expect(await gateway.call('s', 'echo', { still: 'here' })).toMatchObject({ status: 200 });
});

afterAll(() => {
  if (seen.inputs > 0) figure('bad-input', { ...seen, 'slowest ms': seen['slowest ms'].toFixed(0) });
});

/** Sends it up to ten times and keeps the quickest: a busy machine is not the gateway's fault. */
async function quickly(send: () => Promise<Answer>): Promise<Answer> {
  let best = await send();
  seen.inputs++;
  if (best.status >= 500) seen['answers 5xx']++;
  if (best.ms >= 100) seen['above 100 ms at first']++;
  for (let again = 0; best.ms >= 100 && again < 9; again++) {
    const next = await send();
    if (next.ms < best.ms) best = next;
  }
  seen['slowest ms'] = Math.max(seen['slowest ms'], best.ms);
  expect(best.ms).toBeLessThan(100);
  return best;
}

/** As `gateway.json`, for bodies that are no JSON. */
async function send(path: string, init: RequestInit): Promise<Answer> {
  const startedAt = ownTime();
  const response = await gateway.fetch(path, init);
  const text = await response.text();
  const ms = ownTime() - startedAt;
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Json,
    text,
    ms,
  };
}

function expectProblem(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({
    type: `${gateway.url}/problems/${code}`,
    advice: expect.any(String),
    requestId: expect.any(String),
  });
}

const call = '/api/servers/s/mcp/call';
const json = { 'content-type': 'application/json' };
const wrapped = (value: string) => `{"name":"echo","arguments":${value}}`;

const bodies: readonly [string, string | Buffer, number, string][] = [
  ['nothing', '', 400, 'invalid-request'],
  ['no JSON', 'name=echo', 400, 'malformed-json'],
  ['half of an object', '{"name":"echo"', 400, 'malformed-json'],
  ['two values', '{"name":"echo"}{}', 400, 'malformed-json'],
  ['a comment', '{"name":"echo"/**/}', 400, 'malformed-json'],
  ['NaN', wrapped('{"a":NaN}'), 400, 'malformed-json'],
  ['an array', '[{"name":"echo"}]', 400, 'invalid-request'],
  ['null', 'null', 400, 'invalid-request'],
  ['a number', '1e9', 400, 'invalid-request'],
  ['a byte order mark', '\ufeff{"name":"echo"}', 400, 'malformed-json'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'malformed-json'],
  ['a NUL', '\0', 400, 'malformed-json'],
  ['a member twice', '{"name":"echo","name":"rm"}', 400, 'malformed-json'],
  ['a member twice, deep down', wrapped('{"a":[{"b":1,"b":2}]}'), 400, 'malformed-json'],
  ['half of a surrogate pair', wrapped('{"a":"\\ud800"}'), 400, 'malformed-json'],
  ['__proto__', wrapped('{"__proto__":{"admin":true}}'), 400, 'malformed-json'],
  ['constructor.prototype', wrapped('{"constructor":{"prototype":{"a":1}}}'), 400, 'malformed-json'],
  ['100,000 open brackets', '['.repeat(100_000), 400, 'json-too-deep'],
  ['100,000 levels', wrapped('['.repeat(100_000) + ']'.repeat(100_000)), 400, 'json-too-deep'],
  ['a 10 MB string', Buffer.from(wrapped(`{"a":"${'x'.repeat(10_000_000)}"}`)), 413, 'body-too-large'],
  ['a member that is not known', '{"name":"echo","argumets":{}}', 400, 'invalid-request'],
  ['a name that is a number', '{"name":7}', 400, 'invalid-request'],
  ['a name that is endless', `{"name":"${'x'.repeat(100_000)}"}`, 400, 'invalid-request'],
];

describe('A body that is', () => {
  it.each(bodies)('[bad-input] %s', async (_, body, status, code) => {
    expectProblem(await quickly(() => send(call, { method: 'POST', headers: json, body })), status, code);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['of another media type', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
    ['of no media type', { 'content-type': '' }, 415, 'unsupported-media-type'],
    ['of a broken media type', { 'content-type': 'application/' }, 415, 'unsupported-media-type'],
    ['compressed', { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported-media-type'],
  ])('[bad-input] %s', async (_, headers, status, code) => {
    const body = '{"name":"echo"}';
    expectProblem(await quickly(() => send(call, { method: 'POST', headers, body })), status, code);
  });

  it('[bad-input] too large and does not say so beforehand', async () => {
    const answer = await tell(
      `POST ${call} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${gateway.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(20)}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body-too-large"');
  });
});

describe('A path or a query', () => {
  it.each<[string, string, number, string]>([
    ['GET', '/nothing', 404, 'not-found'],
    ['GET', '/api/servers/s/mcp/nothing', 404, 'not-found'],
    ['GET', '/api//servers', 404, 'not-found'],
    ['GET', '/../../etc/passwd', 404, 'not-found'],
    ['GET', '/docs/..%2f..%2fpackage.json', 404, 'not-found'],
    ['GET', '/api/servers/%zz/mcp/tools', 400, 'invalid-request'],
    ['GET', '/api/servers/%00/mcp/tools', 404, 'server-not-found'],
    ['GET', '/api/sdk/workflows/runs/%00', 400, 'invalid-request'],
    ['POST', '/api/sdk/workflows/runs/%00/cancel', 400, 'invalid-request'],
    ['DELETE', '/api/cli/auth/tokens/%00', 400, 'invalid-request'],
    ['DELETE', '/api/cli/members/%00', 400, 'invalid-request'],
    ['GET', '/api/servers/__proto__/mcp/tools', 404, 'server-not-found'],
    ['GET', '/api/servers/constructor/mcp/ping', 404, 'server-not-found'],
    ['GET', `/api/servers/${'x'.repeat(5000)}/mcp/tools`, 404, 'server-not-found'],
    ['GET', '/problems/__proto__', 404, 'not-found'],
    ['GET', '/problems/%zz', 400, 'invalid-request'],
    ['GET', '/api/servers?limit=0', 400, 'invalid-request'],
    ['GET', '/api/servers?limit=201', 400, 'invalid-request'],
    ['GET', '/api/servers?limit=ten', 400, 'invalid-request'],
    ['GET', '/api/servers?limit=1&limit=2', 400, 'invalid-request'],
    ['GET', '/api/servers?limit[a]=1', 400, 'invalid-request'],
    ['GET', '/api/servers?__proto__=1', 400, 'invalid-request'],
    ['GET', '/api/servers?cursor=abc', 400, 'invalid-cursor'],
    ['GET', `/api/servers/s/mcp/tools?cursor=${'x'.repeat(5000)}`, 400, 'invalid-request'],
    ['PUT', '/api/servers', 405, 'method-not-allowed'],
    ['GET', call, 405, 'method-not-allowed'],
    ['DELETE', '/health/live', 405, 'method-not-allowed'],
    ['PROPFIND', '/api/servers', 405, 'method-not-allowed'],
  ])('[bad-input] %s %s is %i %s', async (method, path, status, code) => {
    const answer = await quickly(() => gateway.json(path, { method }));
    expectProblem(answer, status, code);
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  });
});

/** What comes back over a bare socket. */
function tell(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A peer that has answered may cut what we still send.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

describe('Bytes that are no HTTP', () => {
  it.each([
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00', 400, 'invalid-request'],
    ['a broken request line', 'GET\r\n\r\n', 400, 'invalid-request'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400, 'invalid-request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid-request',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid-request',
    ],
    [
      '20 KB of headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 421, 'misdirected-request'],
  ])('[bad-input] %s', async (_, bytes, status, code) => {
    const answer = await tell(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
    expect(answer).toMatch(/content-type: application\/problem\+json/i);
    expect(answer).toContain(`"code":"${code}"`);
    const [, id = 'none'] = /^x-request-id: (.+)\r$/im.exec(answer) ?? [];
    expect(answer).toContain(`"requestId":"${id}"`);
    expect(answer).toMatch(/^server-timing: auth;dur=\S+, upstream;dur=\S+, total;dur=/im);
  });
});

describe('Every operation that takes a body', () => {
  let operations: Located[];
  beforeAll(async () => {
    const { body } = await gateway.json('/api/openapi.json');
    operations = operationsOf(body as unknown as OpenApiDocument).filter(
      ({ requestBody }) => requestBody !== undefined,
    );
  });

  it.each(bodies)('[bad-input] refuses %s by name', async (_, body, __, code) => {
    for (const { at, method, path } of operations) {
      const url = path.replaceAll('{server}', 's').replace(/\{\w+\}/g, 'x');
      const answer = await quickly(() => send(url, { method, headers: json, body }));
      const { status } = answer;
      expect({ at, status, named: isNamed(answer) }).toMatchObject({ at, named: true });
      // What is JSON but says nothing sensible may be fine for an operation that needs nothing to be said.
      expect({ at, status, refused: status >= 400 || code === 'invalid-request' }).toMatchObject({
        at,
        refused: true,
      });
      expect({ at, status, ours: status >= 500 }).toMatchObject({ at, ours: false });
    }
  });
});

/** A problem of the catalogue; from the OAuth endpoints an error of RFC 6749 §5.2, from the native ones one of JSON-RPC 2.0 §5.1. */
function isNamed({ status, body }: Answer): boolean {
  return (
    status < 400 ||
    Object.keys(problemCatalogue).includes(String(body['code'])) ||
    /^[a-z]+(_[a-z]+)*$/.test(String(body['error'])) ||
    (body['jsonrpc'] === '2.0' && typeof (body['error'] as { code?: unknown } | undefined)?.code === 'number')
  );
}
