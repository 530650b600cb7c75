import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import type { ApiSeen } from '../../support/upstreams/scripted-api.js';
import { waitFor } from '../../support/wait-for.js';
import { apiStage, documentOf, type ApiStage } from './api-stage.js';

const open = closeAfterEach();

const document = documentOf({
  '/thing': { get: { operationId: 'get' }, post: { operationId: 'post' } },
  '/moved': { get: { operationId: 'moved' } },
});

const text = (said: string) => ({ type: 'text', text: said });

const kept = closeAfterAll();
let stage: ApiStage;

beforeAll(async () => {
  stage = await apiStage(kept, document);
});

describe('an answer of an API', () => {
  it.each([
    ['application/problem+json', '{"a":1}'],
    ['text/html; charset=utf-8', '<p>ä</p>'],
    ['application/xml', '<a/>'],
    ['application/vnd.api+json', '[]'],
  ])('[openapi-answers] of type %s is text', async (type, said) => {
    const { api, gateway } = stage;
    api.says('GET /thing', 200, said, type);
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text(said)] });
  });

  it('[openapi-answers] in another charset is read by it', async () => {
    const { api, gateway } = stage;
    api.says('GET /thing', 200, Buffer.from([0xe4]), 'text/plain; charset=iso-8859-1');
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text('ä')] });
  });

  it('[openapi-answers] that is no text is a resource', async () => {
    const { api, gateway } = stage;
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

  it('[openapi-answers] without a body says its status', async () => {
    const { api, gateway } = stage;
    api.answer('GET /thing', (_, res) => res.writeHead(204).end());
    expect((await gateway.call('api', 'get')).body).toEqual({ content: [text('HTTP 204')] });
  });

  it.each([
    [404, 'HTTP 404'],
    [503, 'HTTP 503, Retry-After: 7'],
    [401, 'HTTP 401'],
  ])('[openapi-answers] of status %i is an error with what the API said', async (status, told) => {
    const { api, gateway } = stage;
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
  });

  it('[openapi-answers] that is too long is cut, and its request ends', async () => {
    const { api, gateway } = await apiStage(open, document, {}, { env: { MAX_OPENAPI_ANSWER_BYTES: 1000 } });
    let left: Promise<void> | undefined;
    api.answer('GET /thing', (seen, res) => {
      left = seen.left;
      res.writeHead(200, { 'content-type': 'text/plain' }).write('ä'.repeat(5000));
    });
    const { body } = await gateway.call('api', 'get');
    expect(body).toEqual({
      content: [
        text('ä'.repeat(500)),
        text('[Cut here: the answer has more than 1000 bytes (MAX_OPENAPI_ANSWER_BYTES).]'),
      ],
    });
    await left;
  });

  it('[openapi-stream] that goes on is read for a while', async () => {
    const { api, gateway } = await apiStage(open, document, {}, { env: { OPENAPI_STREAM_MS: 300 } });
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

  it('[openapi-redirects] is followed within its origin, where that repeats nothing', async () => {
    const { api, gateway } = stage;
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

  it('[openapi-redirects] is not followed to another origin, where no header goes', async () => {
    const { api, gateway } = await apiStage(open, document, { headers: { 'X-Api-Key': 'k3y-of-the-api' } });
    const other = await apiStage(open, document);
    api.answer('GET /thing', (_, res) => res.writeHead(302, { location: `${other.api.origin}/thing` }).end());
    const { body } = await gateway.call('api', 'get');
    expect(body).toMatchObject({ isError: true });
    expect(JSON.stringify(body)).not.toContain(other.api.origin);
    expect(other.api.seen).toEqual([]);
  });

  it('[openapi-cancel] that nobody waits for ends its request', async () => {
    const { api, gateway } = stage;
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
