import { deflateSync, gzipSync } from 'node:zlib';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import type { TestGateway } from '../../support/gateway.js';
import { ScriptedApi, type ApiSeen } from '../../support/upstreams/scripted-api.js';
import { waitFor } from '../../support/wait-for.js';
import { apiStage, documentOf } from './api-stage.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const mib = 1_048_576;

const document = documentOf({
  '/thing': { get: { operationId: 'get' }, post: { operationId: 'post' } },
  '/moved': { get: { operationId: 'moved' } },
});

const text = (said: string) => ({ type: 'text', text: said });

let api: ScriptedApi;
let gateway: TestGateway;

beforeAll(async () => {
  const env = { MAX_OPENAPI_ANSWER_BYTES: 2000, MAX_RESULT_BYTES: mib, OPENAPI_STREAM_MS: 300 };
  ({ api, gateway } = await apiStage(
    keep,
    document,
    { headers: { 'X-Api-Key': 'k3y-of-the-api' } },
    { env },
  ));
  await gateway.toolNames('api');
});

beforeEach(() => {
  api.answers.clear();
});

describe('an answer of an API', () => {
  it.each([
    ['application/problem+json', '{"a":1}'],
    ['text/html; charset=utf-8', '<p>ä</p>'],
    ['application/xml', '<a/>'],
    ['application/vnd.api+json', '[]'],
  ])('[openapi-answers] an answer of type %s is text', async (type, said) => {
    api.says('GET /thing', 200, said, type);
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text(said)] });
  });

  it('[openapi-answers] an answer in another charset is decoded by it', async () => {
    api.says('GET /thing', 200, Buffer.from([0xe4]), 'text/plain; charset=iso-8859-1');
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text('ä')] });
  });

  it('[openapi-answers] an answer that is no text is a resource', async () => {
    const bytes = Buffer.from([137, 80, 78, 71, 0]);
    api.says('GET /thing', 200, bytes, 'image/png');
    expect((await gateway.call('api', 'get')).body).toEqual({
      content: [
        {
          type: 'resource',
          resource: {
            uri: expect.stringMatching(/^urn:uuid:/) as string,
            mimeType: 'image/png',
            blob: bytes.toString('base64'),
          },
        },
      ],
    });
  });

  it('[openapi-answers] an answer without a body is its status', async () => {
    api.answer('GET /thing', (_, res) => res.writeHead(204).end());
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text('HTTP 204')] });
  });

  it.each([
    [404, 'HTTP 404'],
    [503, 'HTTP 503, Retry-After: 7'],
    [401, 'HTTP 401'],
  ])(
    '[openapi-answers] an answer of status %i is an error with the body of the API',
    async (status, told) => {
      api.answer('GET /thing', (_, res) => {
        const later = status === 503 ? { 'retry-after': '7' } : {};
        res.writeHead(status, { 'content-type': 'application/json', ...later }).end('{"why":"so"}');
      });
      const { status: seen, body } = await gateway.call('api', 'get');
      expect({ seen, body }).toEqual({
        seen: 200,
        body: { content: [text(told), text('{"why":"so"}')], isError: true },
      });
      expect(await gateway.server('api')).toMatchObject({ status: 'ready' });
    },
  );

  it('[openapi-answers] an answer that is too long is cut, and its request ends', async () => {
    let left: Promise<void> | undefined;
    api.answer('GET /thing', (seen, res) => {
      left = seen.left;
      res.writeHead(200, { 'content-type': 'text/plain' }).write('ä'.repeat(5000));
    });
    const { body } = await gateway.call('api', 'get');
    expect(body).toEqual({
      content: [
        text('ä'.repeat(1000)),
        text('[Cut here: the answer has more than 2000 bytes (MAX_OPENAPI_ANSWER_BYTES).]'),
      ],
    });
    await left;
  });

  it('[openapi-stream] a stream is read for OPENAPI_STREAM_MS', async () => {
    let left: Promise<void> | undefined;
    api.answer('GET /thing', (seen, res) => {
      left = seen.left;
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const { body } = await gateway.call('api', 'get');
    expect(body).toEqual({
      content: [text('data: 1\n\n'), text('[Cut here: the stream was read for 300 ms (OPENAPI_STREAM_MS).]')],
    });
    await left;
  });

  it('[openapi-redirects] a redirect is followed within its origin, where that repeats nothing', async () => {
    const moves = (status: number, to: string) => {
      for (const method of ['GET', 'POST'])
        api.answer(`${method} /thing`, (_, res) => res.writeHead(status, { location: to }).end());
    };
    api.says('GET /there', 200, '"here"');
    api.says('POST /there', 200, '"posted"');
    moves(302, '/there?x=1');
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text('"here"')] });
    expect((await gateway.call('api', 'post')).body).toMatchObject({ isError: true });
    moves(307, `${api.origin}/there`);
    expect((await gateway.call('api', 'post')).body).toEqual({ content: [text('"posted"')] });
    moves(307, '/thing');
    expect((await gateway.call('api', 'get')).body).toMatchObject({ isError: true });
  });

  it('[openapi-redirects] a redirect to another origin is not followed, and no header goes there', async () => {
    const other = await open(ScriptedApi.start());
    api.answer('GET /thing', (_, res) => res.writeHead(302, { location: `${other.origin}/thing` }).end());
    const { body } = await gateway.call('api', 'get');
    expect(body).toMatchObject({ isError: true });
    expect(api.seen.at(-1)?.headers['x-api-key']).toBe('k3y-of-the-api');
    expect(JSON.stringify(body)).not.toContain(other.origin);
    expect(other.seen).toEqual([]);
  });

  it('[openapi-cancel] a call that ends without an answer ends its request', async () => {
    const arrived: ApiSeen[] = [];
    api.answer('GET /thing', (seen) => arrived.push(seen));
    const late = await gateway.call('api', 'get', {}, { timeoutMs: 200 });
    expect(late.body).toMatchObject({ code: 'upstream-timeout' });
    await arrived[0]?.left;
    const leaving = new AbortController();
    const call = gateway.call('api', 'get', {}, {}, { signal: leaving.signal }).catch(() => undefined);
    await waitFor('the request', () => arrived.length > 1);
    leaving.abort();
    await call;
    await arrived[1]?.left;
  });
});

type ApiReply = Parameters<ScriptedApi['answer']>[1];

/** What comes of a call that the API answers like this. */
async function called(reply: ApiReply, more: object = {}) {
  api.answer('GET /thing', reply);
  return gateway.call('api', 'get', {}, { ...more });
}

const sends =
  (bytes: Buffer | string, headers: Readonly<Record<string, string>>): ApiReply =>
  (_, res) => {
    res.writeHead(200, headers).end(bytes);
  };

describe('An answer', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('[openapi-odd-answers] an endless text packed by %s is cut', async (coding, pack) => {
    const bomb = pack(Buffer.alloc(8 * mib, 'a'));
    const { body } = await called(sends(bomb, { 'content-type': 'text/plain', 'content-encoding': coding }));
    expect(body).toEqual({
      content: [
        { type: 'text', text: 'a'.repeat(2000) },
        { type: 'text', text: expect.stringContaining('MAX_OPENAPI_ANSWER_BYTES') as string },
      ],
    });
  });

  it('[openapi-odd-answers] an endless packed resource is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * mib));
    const answer = await called(sends(bomb, { 'content-type': 'image/png', 'content-encoding': 'gzip' }));
    expect(answer).toMatchObject({ status: 502, body: { code: 'upstream-response-too-large' } });
  });

  it.each([
    ['that is no gzip although it says so', sends('plain', { 'content-encoding': 'gzip' })],
    ['in a coding that was not requested', sends('x', { 'content-encoding': 'zstd' })],
    [
      'that is cut off in the middle',
      (_: ApiSeen, res: Parameters<ApiReply>[1]) => {
        res.writeHead(200, { 'content-length': '100', 'content-type': 'text/plain' });
        res.write('half', () => res.destroy());
      },
    ],
  ] as const)('[openapi-odd-answers] an answer %s is an error of the server', async (_, reply) => {
    expect(await called(reply)).toMatchObject({ status: 502, body: { code: 'upstream-error' } });
  });

  it.each([
    ['JSON that is none', '{"a":', 'application/json', { type: 'text', text: '{"a":' }],
    ['HTML in place of JSON', '<p>', 'text/html', { type: 'text', text: '<p>' }],
    ['a type that is none', 'x', ';;;', { type: 'resource', resource: { blob: 'eA==' } }],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x61, 0xff]),
      'application/json',
      { type: 'text', text: 'a\ufffd' },
    ],
    ['a charset that nobody knows', 'x', 'text/plain; charset=klingon', { type: 'text', text: 'x' }],
  ])(
    '[openapi-odd-answers] an answer with %s is passed on as it was received',
    async (_, said, type, block) => {
      const { status, body } = await called(sends(said, { 'content-type': type }));
      expect({ status, body }).toMatchObject({ status: 200, body: { content: [block] } });
    },
  );

  it('[openapi-odd-answers] an answer that trickles ends with the timeout of its call, and so does its request', async () => {
    let left: Promise<void> | undefined;
    const answer = await called(
      (seen, res) => {
        left = seen.left;
        res.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => res.write(' '), 20);
        void seen.left.then(() => {
          clearInterval(drip);
        });
      },
      { timeoutMs: 400 },
    );
    expect(answer).toMatchObject({ status: 504, body: { code: 'upstream-timeout' } });
    await left;
  });

  it('[openapi-odd-answers] an answer that is late has no part in the answers of other calls', async () => {
    const waiting: Parameters<ApiReply>[1][] = [];
    api.answer('GET /thing', (_, res) => waiting.push(res));
    const slow = gateway.call('api', 'get');
    await waitFor('the request', () => waiting.length > 0);
    expect((await gateway.call('api', 'post')).status).toBe(200);
    waiting[0]?.writeHead(200, { 'content-type': 'text/plain' }).end('late');
    expect((await slow).body).toEqual({ content: [{ type: 'text', text: 'late' }] });
  });

  it('[openapi-odd-answers] an answer sets no cookie for the next call', async () => {
    await called(sends('{}', { 'set-cookie': 'session=of-ana; Path=/' }));
    await called(sends('{}', {}));
    expect(api.seen.at(-1)?.headers.cookie).toBeUndefined();
  });

  it('[openapi-odd-answers] an answer with headers without end is an error, and the next call succeeds', async () => {
    const answer = await called(sends('{}', { 'x-pad': 'x'.repeat(200_000) }));
    expect(answer).toMatchObject({ status: 502, body: { code: 'upstream-error' } });
    expect((await called(sends('{}', {}))).status).toBe(200);
  });

  it('[openapi-odd-answers] an answer of another call is not returned when a caller leaves', async () => {
    const arrived: ApiSeen[] = [];
    api.answer('POST /thing', (seen) => arrived.push(seen));
    const leaving = new AbortController();
    const sending = { signal: leaving.signal };
    const gone = gateway.call('api', 'post', {}, {}, sending).catch(() => undefined);
    await waitFor('the request', () => arrived.length > 0);
    leaving.abort();
    await gone;
    await arrived[0]?.left;
    expect((await called(sends('"own"', { 'content-type': 'application/json' }))).body).toEqual({
      content: [{ type: 'text', text: '"own"' }],
    });
  });
});
