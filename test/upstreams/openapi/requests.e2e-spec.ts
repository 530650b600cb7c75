import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import type { ApiSeen } from '../../support/upstreams/scripted-api.js';
import { apiStage, documentOf, type ApiStage } from './api-stage.js';

const open = closeAfterAll();

const parameter = (name: string, place: string, more: object = {}) => ({
  ...{ name, in: place, required: place === 'path', schema: {} },
  ...more,
});

const get = (operationId: string, ...parameters: object[]) => ({ get: { operationId, parameters } });

function post(operationId: string, mediaType: string, media: object, more: object = {}) {
  return { post: { operationId, requestBody: { required: true, content: { [mediaType]: media } }, ...more } };
}

const file = { type: 'string', format: 'binary' };
const form = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    owner: { type: 'object' },
    cat: file,
  },
};

const document = documentOf(
  {
    '/path/{id}': get('path', parameter('id', 'path')),
    '/path/own': get('hiddenOwn'),
    '/path/report-{number}': get('hiddenReport', parameter('number', 'path')),
    '/path/{id}/part': get('hiddenPart', parameter('id', 'path')),
    '/styles/{a}/{b}/{c}': get(
      'pathStyles',
      parameter('a', 'path', { style: 'label', explode: true }),
      parameter('b', 'path', { style: 'matrix' }),
      parameter('c', 'path', { explode: true }),
    ),
    '/query': get(
      'query',
      parameter('list', 'query'),
      parameter('csv', 'query', { explode: false }),
      parameter('piped', 'query', { style: 'pipeDelimited', explode: false }),
      parameter('spaced', 'query', { style: 'spaceDelimited', explode: false }),
      parameter('filter', 'query', { style: 'deepObject' }),
      parameter('json', 'query', { content: { 'application/json': { schema: {} } } }),
      parameter('next', 'query', { allowReserved: true }),
      parameter('page[size]', 'query'),
    ),
    '/headers': get(
      'headers',
      parameter('X-Ids', 'header'),
      parameter('session', 'cookie'),
      parameter('Authorization', 'header'),
      parameter('Host', 'header'),
      parameter('Cookie', 'header'),
      parameter('X-Key', 'header'),
    ),
    '/form': post('form', 'application/x-www-form-urlencoded', {
      schema: form,
      encoding: { owner: { style: 'deepObject', explode: true } },
    }),
    '/upload': post('upload', 'multipart/form-data', { schema: form }),
    '/bytes': post('bytes', 'image/png', { schema: file }),
    '/text': post('text', 'text/plain', { schema: { type: 'string' } }),
    '/list': post('list', 'application/json', { schema: { type: 'array', items: { type: 'integer' } } }),
    '/any': post('any', 'application/merge-patch+json', {
      schema: { type: 'object', properties: { a: {} }, additionalProperties: true },
    }),
    '/key': { get: { operationId: 'key', security: [{ query: [], basic: [] }] } },
    '/open': { get: { operationId: 'openOne', security: [] } },
  },
  {
    servers: [{ url: '/v{version}', variables: { version: { default: '2' } } }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'cookie', name: 'sid' },
        query: { type: 'apiKey', in: 'query', name: 'api_key' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  },
);

let stage: ApiStage;

beforeAll(async () => {
  stage = await apiStage(open, document, {
    headers: { 'X-Key': 'header-of-the-declaration' },
    operations: { deny: ['hidden*'] },
    credentials: { key: 'cookie-value-1', query: 'a key&', basic: 'ann:pass:word' },
  });
});

/** What arrives when a tool is called, which must be well. */
async function sent(tool: string, args: Json = {}): Promise<ApiSeen> {
  const { body } = await stage.gateway.call('api', tool, args);
  expect(body).toEqual({ content: [{ type: 'text', text: '{}' }] });
  return stage.api.seen.at(-1) as ApiSeen;
}

describe('a request of an API', () => {
  it.each([
    ['a/b?c#d%2F', '/v2/path/a%2Fb%3Fc%23d%252F'],
    ['ä ;=', '/v2/path/%C3%A4%20%3B%3D'],
    ['...', '/v2/path/...'],
    [7, '/v2/path/7'],
    [['a,b', 'c'], '/v2/path/a%2Cb,c'],
  ])('[openapi-path] has %j in its path as it is meant', async (id, target) => {
    expect((await sent('path', { id })).target).toBe(target);
  });

  it.each(['', '.', '..', '../x', 'x/..', 'x\\..\\y', '%2e%2e', 'a/%2E./b', null])(
    '[openapi-path] with %j in its path is not sent',
    async (id) => {
      const before = stage.api.seen.length;
      expect(await stage.gateway.call('api', 'path', { id })).toMatchObject({
        status: 422,
        body: { code: 'invalid-params' },
      });
      expect(stage.api.seen).toHaveLength(before);
    },
  );

  it.each(['own', 'own/', 'report-7', 'x/part', 'OWN', 'Own/', 'REPORT-7', 'X/Part'])(
    '[openapi-path] with %j in its path, by which another operation would be reached, is not sent',
    async (id) => {
      const before = stage.api.seen.length;
      expect(await stage.gateway.call('api', 'path', { id })).toMatchObject({
        status: 422,
        body: { code: 'invalid-params', detail: 'The arguments lead to the path of another operation.' },
      });
      expect(stage.api.seen).toHaveLength(before);
    },
  );

  it.each(['owner', 'report-', 'y/part/2'])('[openapi-path] with %j in its path is sent', async (id) => {
    expect((await sent('path', { id })).target).toBe(`/v2/path/${encodeURIComponent(id)}`);
  });

  it('[openapi-calls] has what a style says in its path', async () => {
    const { target } = await sent('pathStyles', { a: ['x', 'y'], b: { k: 1, l: 2 }, c: { m: 'n', o: 'p' } });
    expect(target).toBe('/v2/styles/.x.y/;b=k,1,l,2/m=n,o=p');
  });

  it('[openapi-calls] has what a style says in its query', async () => {
    const { target } = await sent('query', {
      ...{ list: ['a', 'b&'], csv: ['a,', 'b'], piped: [1, 2], spaced: ['x', 'y'], json: { a: 1 } },
      ...{ filter: { status: ['new', 'old'], age: { gte: 3 } }, next: '/a?b=c&d', page_size: 5 },
    });
    expect(target).toMatch(/^\/v2\/query\?/);
    const query = target.slice('/v2/query?'.length);
    expect(query.split('&').map(decodeURIComponent)).toEqual([
      ...['list=a', 'list=b&', 'csv=a,,b', 'piped=1|2', 'spaced=x y'],
      ...['filter[status][0]=new', 'filter[status][1]=old', 'filter[age][gte]=3'],
      ...['json={"a":1}', 'next=/a?b=c&d', 'page[size]=5'],
    ]);
    expect(query).toContain('csv=a%2C,b');
    expect(query).toContain('piped=1%7C2');
  });

  it('[openapi-calls] has headers and cookies, and those of the declaration whoever calls', async () => {
    const tools = (await stage.gateway.mcp('api', 'tools?limit=200')).body['tools'] as {
      name: string;
      inputSchema: { properties: Json };
    }[];
    const schema = tools.find(({ name }) => name === 'headers')?.inputSchema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(['X-Ids', 'session']);
    const { headers } = await sent('headers', { 'X-Ids': [1, 2], session: 'a;b' });
    expect(headers).toMatchObject({
      'x-ids': '1,2',
      cookie: 'session=a%3Bb; sid=cookie-value-1',
      'x-key': 'header-of-the-declaration',
    });
    expect((await stage.gateway.call('api', 'headers', { 'X-Ids': 'a\r\nx: y' })).status).toBe(422);
    expect((await stage.gateway.call('api', 'headers', { 'X-Key': 'mine' })).status).toBe(422);
  });

  it('[openapi-credentials] has the credentials that its operation asks for', async () => {
    const key = await sent('key');
    expect(key.target).toBe('/v2/key?api_key=a%20key%26');
    expect(key.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('ann:pass:word').toString('base64')}`,
    });
    expect(key.headers.cookie).toBeUndefined();
    const { headers } = await sent('openOne');
    expect(headers.cookie ?? headers.authorization).toBeUndefined();
  });

  it('[openapi-credentials] which nothing that the API says gives away', async () => {
    const echo = `${Buffer.from('ann:pass:word').toString('base64')} cookie-value-1 header-of-the-declaration`;
    stage.api.says('GET /v2/open', 200, JSON.stringify({ echo }));
    const { text } = await stage.gateway.call('api', 'openOne', {});
    expect(text).not.toContain('cookie-value-1');
    expect(text).not.toContain('header-of-the-declaration');
    expect(text).not.toContain(Buffer.from('ann:pass:word').toString('base64'));
    stage.api.answers.delete('GET /v2/open');
  });

  it('[openapi-forms] has a form as the document says', async () => {
    const { text, headers } = await sent('form', {
      title: 'a & b',
      tags: ['x', 'y'],
      owner: { name: 'Ann', of: [1] },
    });
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(text.split('&').map(decodeURIComponent)).toEqual([
      ...['title=a & b', 'tags=x', 'tags=y', 'owner[name]=Ann', 'owner[of][0]=1'],
    ]);
    expect(text).toContain('title=a%20%26%20b');
  });

  it('[openapi-forms] has files in a form', async () => {
    const { body, headers } = await sent('upload', {
      title: 'Tom',
      tags: ['x', 'y'],
      owner: { name: 'Ann' },
      cat: `data:image/png;name=t%22om.png;base64,${Buffer.from([0, 255, 13, 10]).toString('base64')}`,
    });
    const boundary = /boundary=(.*)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
    const parts = body.toString('latin1').split(`--${boundary}`);
    const said = (name: string, more: string, value: string) =>
      `\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    expect(parts).toEqual([
      '',
      said('title', '', 'Tom'),
      said('tags', '', 'x'),
      said('tags', '', 'y'),
      said('owner', '\r\nContent-Type: application/json', '{"name":"Ann"}'),
      said('cat', '; filename="t%22om.png"\r\nContent-Type: image/png', '\0\xff\r\n'),
      '--\r\n',
    ]);
    expect((await stage.gateway.call('api', 'upload', { cat: 'no base64!' })).status).toBe(422);
  });

  it('[openapi-forms] has any other body as it is', async () => {
    const bytes = await sent('bytes', { body: Buffer.from([1, 2, 254]).toString('base64') });
    expect([bytes.headers['content-type'], [...bytes.body]]).toEqual(['image/png', [1, 2, 254]]);
    expect(await sent('text', { body: 'hello' })).toMatchObject({ text: 'hello' });
    expect(await sent('list', { body: [1, 2] })).toMatchObject({ text: '[1,2]' });
    const any = await sent('any', { a: 1, b: { c: 2 } });
    expect(any.headers['content-type']).toBe('application/merge-patch+json');
    expect(JSON.parse(any.text)).toEqual({ a: 1, b: { c: 2 } });
  });

  it('[openapi-calls] keeps numbers as they are written', async () => {
    const arguments_ = '{"name":"list","arguments":{"body":[12345678901234567890,1.10]}}';
    await stage.gateway.json('/api/servers/api/mcp/call', { body: arguments_ });
    expect(stage.api.seen.at(-1)?.text).toBe('[12345678901234567890,1.10]');
  });

  it('[openapi-calls] is not made for arguments that the tool does not have, or lacks', async () => {
    const before = stage.api.seen.length;
    for (const [tool, args] of [
      ['path', {}],
      ['path', { id: 1, other: 2 }],
      ['list', {}],
    ] as const)
      expect((await stage.gateway.call('api', tool, args)).body).toMatchObject({ code: 'invalid-params' });
    expect(stage.api.seen).toHaveLength(before);
  });
});
