import { deflateSync, gzipSync } from 'node:zlib';
import { closeAfterAll } from '../../support/closing.js';
import type { ApiSeen } from '../../support/upstreams/scripted-api.js';
import { waitFor } from '../../support/wait-for.js';
import { apiStage, documentOf, type ApiStage } from './api-stage.js';

/** An API that answers otherwise than it should. */
const open = closeAfterAll();
const document = documentOf({ '/thing': { get: { operationId: 'get' }, post: { operationId: 'post' } } });
const mib = 1_048_576;
let stage: ApiStage;

beforeAll(async () => {
  const env = { MAX_OPENAPI_ANSWER_BYTES: 2000, MAX_RESULT_BYTES: mib, OPENAPI_STREAM_MS: 500 };
  stage = await apiStage(open, document, {}, { env });
  await stage.gateway.toolNames('api');
});

type ApiReply = Parameters<ApiStage['api']['answer']>[1];

/** What comes of a call that the API answers like this. */
async function called(reply: ApiReply, more: object = {}) {
  stage.api.answer('GET /thing', reply);
  return stage.gateway.call('api', 'get', {}, { ...more });
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
  ])('[openapi-odd-answers] packed by %s that is without end is cut as a text', async (coding, pack) => {
    const bomb = pack(Buffer.alloc(64 * mib, 'a'));
    const { body } = await called(sends(bomb, { 'content-type': 'text/plain', 'content-encoding': coding }));
    expect(body).toEqual({
      content: [
        { type: 'text', text: 'a'.repeat(2000) },
        { type: 'text', text: expect.stringContaining('MAX_OPENAPI_ANSWER_BYTES') as string },
      ],
    });
  });

  it('[openapi-odd-answers] that is packed and without end as a resource is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * mib));
    const answer = await called(sends(bomb, { 'content-type': 'image/png', 'content-encoding': 'gzip' }));
    expect(answer).toMatchObject({ status: 502, body: { code: 'upstream-response-too-large' } });
  });

  it.each([
    ['no gzip although it says so', sends('plain', { 'content-encoding': 'gzip' })],
    ['in a coding that nobody asked for', sends('x', { 'content-encoding': 'zstd' })],
    [
      'cut off in the middle',
      (_: ApiSeen, res: Parameters<ApiReply>[1]) => {
        res.writeHead(200, { 'content-length': '100', 'content-type': 'text/plain' });
        res.write('half', () => res.destroy());
      },
    ],
  ] as const)('[openapi-odd-answers] %s is an error of the server', async (_, reply) => {
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
  ])('[openapi-odd-answers] with %s is shown as it came', async (_, said, type, block) => {
    const { status, body } = await called(sends(said, { 'content-type': type }));
    expect({ status, body }).toMatchObject({ status: 200, body: { content: [block] } });
  });

  it('[openapi-odd-answers] that trickles ends with the time of its call, and so does its request', async () => {
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
    expect(answer.ms).toBeLessThan(2000);
    await left;
  });

  it('[openapi-odd-answers] whose head comes after others has no part in theirs', async () => {
    const waiting: Parameters<ApiReply>[1][] = [];
    stage.api.answer('GET /thing', (_, res) => waiting.push(res));
    const slow = stage.gateway.call('api', 'get');
    await waitFor('the request', () => waiting.length > 0);
    expect((await stage.gateway.call('api', 'post')).status).toBe(200);
    waiting[0]?.writeHead(200, { 'content-type': 'text/plain' }).end('late');
    expect((await slow).body).toEqual({ content: [{ type: 'text', text: 'late' }] });
  });

  it('[openapi-odd-answers] sets no cookie for the next call, whoever makes it', async () => {
    await called(sends('{}', { 'set-cookie': 'session=of-ana; Path=/' }));
    await called(sends('{}', {}));
    expect(stage.api.seen.at(-1)?.headers.cookie).toBeUndefined();
  });

  it('[openapi-odd-answers] with headers without end is an error, and the next call is well', async () => {
    const answer = await called(sends('{}', { 'x-pad': 'x'.repeat(200_000) }));
    expect(answer).toMatchObject({ status: 502, body: { code: 'upstream-error' } });
    expect((await called(sends('{}', {}))).status).toBe(200);
  });

  it('[openapi-odd-answers] of another call is not given in its place when a caller leaves', async () => {
    const arrived: ApiSeen[] = [];
    stage.api.answer('POST /thing', (seen) => arrived.push(seen));
    const leaving = new AbortController();
    const sending = { signal: leaving.signal };
    const gone = stage.gateway.call('api', 'post', {}, {}, sending).catch(() => undefined);
    await waitFor('the request', () => arrived.length > 0);
    leaving.abort();
    await gone;
    await arrived[0]?.left;
    expect((await called(sends('"own"', { 'content-type': 'application/json' }))).body).toEqual({
      content: [{ type: 'text', text: '"own"' }],
    });
  });
});
