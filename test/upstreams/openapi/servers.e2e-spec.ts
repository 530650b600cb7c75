import { personIn } from '../../support/clients/apps-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { ScriptedApi } from '../../support/upstreams/scripted-api.js';
import { waitFor } from '../../support/wait-for.js';
import { declareApi, documentOf } from './api-stage.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  const env = { MAX_OPENAPI_BYTES: 2_000_000, MAX_OPENAPI_OPERATIONS: 10 };
  gateway = await keep(startGateway({ env }));
});

const pets = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.2.3', description: 'All about pets' },
  servers: [{ url: '/v1' }],
  paths: {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        parameters: [
          { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
      },
      delete: { operationId: 'deletePet' },
      put: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'petId'],
        properties: {
          petId: { type: 'integer', description: 'In the body' },
          name: { type: 'string', nullable: true },
          id: { type: 'string', readOnly: true },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
};

describe('an API by its OpenAPI document', () => {
  it('[openapi-tools] an API is a server whose tools are its operations', async () => {
    await declareApi(open, gateway, pets);
    const { status, body } = await gateway.mcp('api', 'tools');
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(await gateway.server('api')).toMatchObject({
      transport: 'openapi',
      status: 'ready',
      serverInfo: { name: 'Pets', version: '1.2.3' },
      toolCount: 3,
    });
  });

  it('[openapi-tools] schemas of tools are complete, whatever a document has beside a reference or omits', async () => {
    const parameter = {
      name: 'kind',
      in: 'query',
      description: 'Which',
      schema: { $ref: '#/components/schemas/Kind' },
    };
    const schema = { type: 'object', required: ['told', 'untold'], properties: { told: { type: 'string' } } };
    await declareApi(open, gateway, {
      ...pets,
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            parameters: [parameter],
            requestBody: { content: { 'application/json': { schema } } },
          },
        },
      },
      components: { schemas: { Kind: { enum: ['x'] } } },
    });
    const { body } = await gateway.mcp('api', 'tools');
    expect(body['tools']).toMatchObject([
      {
        inputSchema: {
          properties: { kind: { description: 'Which', enum: ['x'] }, told: { type: 'string' }, untold: {} },
          required: ['told', 'untold'],
        },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('$ref');
  });

  it('[openapi-calls] calls of tools become requests', async () => {
    const api = await declareApi(open, gateway, pets);
    api.says('GET /v1/pets/7', 200, '{"name":"Rex"}');
    const answer = await gateway.call('api', 'getPet', { petId: 7, fields: ['a', 'b c'], 'X-Trace': 'x' });
    expect(answer.body).toEqual({ content: [{ type: 'text', text: '{"name":"Rex"}' }] });
    expect(api.seen[0]).toMatchObject({
      method: 'GET',
      target: '/v1/pets/7?fields=a&fields=b%20c',
      headers: { 'x-trace': 'x' },
    });
    const put = await gateway.call('api', 'put_pets_petId', { petId: 7, petId_body: 8, name: null });
    expect(put.body).toEqual({ content: [{ type: 'text', text: '{}' }] });
    expect(JSON.parse(api.seen[1]?.text ?? '')).toEqual({ petId: 8, name: null });
  });
});

const one = { '/thing': { get: { operationId: 'get' } } };
const headers = { 'X-Api-Key': 'k3y-of-the-declaration' };

describe('where the requests of an API go', () => {
  it('[openapi-origin] requests do not go to the server that a fetched document names', async () => {
    const elsewhere = await open(ScriptedApi.start());
    const document = documentOf(one, { servers: [{ url: elsewhere.origin }] });
    const api = await declareApi(open, gateway, document, { headers });
    const { status, body } = await gateway.mcp('api', 'tools');
    expect({ status, body }).toMatchObject({ status: 502, body: { code: 'upstream-error' } });
    expect(body['detail']).toContain('baseUrl');
    expect(JSON.stringify(body)).not.toContain(elsewhere.origin);
    expect(elsewhere.seen).toEqual([]);
    expect(api.asked('/openapi.json')[0]?.headers['x-api-key']).toBe(headers['X-Api-Key']);
  });

  it('[openapi-origin] requests go to baseUrl, and a document elsewhere is fetched without headers', async () => {
    const host = await open(ScriptedApi.start());
    const api = await open(ScriptedApi.start());
    const openapi = host.put('/openapi.json', documentOf(one));
    const entry = { openapi, baseUrl: `${api.origin}/v3/?tenant=7`, headers };
    await open(declareServers(gateway, { api: entry }));
    await gateway.call('api', 'get');
    expect(api.seen[0]).toMatchObject({ target: '/v3/thing?tenant=7' });
    expect(api.seen[0]?.headers['x-api-key']).toBe(headers['X-Api-Key']);
    expect(host.asked('/openapi.json')[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('[openapi-origin] operations that are elsewhere, or above the path of the API, are no tools', async () => {
    const get = (operationId: string, more: object = {}) => ({ get: { operationId, ...more } });
    await declareApi(
      open,
      gateway,
      documentOf({
        ...one,
        '/../admin': get('above'),
        '/%2e%2E/admin': get('encoded'),
        '/elsewhere': get('elsewhere', { servers: [{ url: 'https://elsewhere.example' }] }),
      }),
    );
    expect(await gateway.toolNames('api')).toEqual(['get']);
  });

  it('[openapi-origin] an API of a tenant is bounded by the egress rules', async () => {
    const api = await open(ScriptedApi.start());
    const ann = await personIn(gateway, 'ann');
    const openapi = api.put('/openapi.json', documentOf(one));
    await ann.newApp('mine', { mcpServers: { api: { openapi } } });
    expect((await ann.mcp('mine.api', 'tools')).body).toMatchObject({ code: 'egress-denied' });
    expect(api.asked('/openapi.json')).toEqual([]);
  });
});

describe('a document that changes', () => {
  it('[openapi-changes] a changed document is noticed at a refresh, and a broken one changes nothing', async () => {
    const api = await declareApi(open, gateway, documentOf(one));
    expect(await gateway.toolNames('api')).toEqual(['get']);
    api.put('/openapi.json', documentOf({ ...one, '/more': { get: { operationId: 'more' } } }));
    expect(await gateway.toolNames('api')).toEqual(['get']);
    expect(await gateway.toolNames('api', '?refresh=true')).toEqual(['get', 'more']);
    api.put('/openapi.json', '{"openapi":"3.0.0"');
    await waitFor('the document to be fetched', async () => {
      return (await gateway.mcp('api', 'tools?refresh=true')).status === 502;
    });
    expect(await gateway.toolNames('api')).toEqual(['get', 'more']);
    expect((await gateway.call('api', 'more')).body).toMatchObject({ content: [{ text: '{}' }] });
  });
});

describe('a declaration that does not fit its document', () => {
  const schemes = { petKey: { type: 'apiKey', in: 'header', name: 'X-Key' } };
  it.each<[string, object, string]>([
    [
      'a security scheme that is not there',
      { credentials: { petkey: 'k3y' } },
      'has no security scheme \\"petkey\\", which \\"credentials\\" names; did you mean \\"petKey\\"?',
    ],
    [
      'operations that are not there',
      { operations: { allow: ['pets'] } },
      'leaves none of the 1 operations of the OpenAPI document: its globs are over names such as \\"get\\" and routes such as \\"GET /thing\\"',
    ],
    [
      'an address without a document',
      { openapi: 'nowhere.json' },
      'cannot be fetched from its address (HTTP 404)',
    ],
    ['the address of a page', { openapi: 'page.html' }, 'its address may be that of a page'],
  ])('[openapi-told] the problem names what does not fit: %s', async (_, entry, why) => {
    const api = await open(ScriptedApi.start());
    const document = documentOf(one, { components: { securitySchemes: schemes } });
    api.put('/openapi.json', document);
    api.put('/page.html', '<p>Hello</p>');
    api.answer('GET /nowhere.json', (_seen, res) => res.writeHead(404).end());
    const { openapi = 'openapi.json', ...more } = entry as { readonly openapi?: string };
    const declared = { openapi: `${api.origin}/${openapi}`, ...more };
    await open(declareServers(gateway, { api: declared }));
    const { status, text } = await gateway.mcp('api', 'tools');
    expect({ status, text }).toEqual({ status: 502, text: expect.stringContaining(why) as string });
  });
});

describe('a hostile document', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const chain = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [
      `S${String(at)}`,
      { $ref: `#/components/schemas/S${String(at + 1)}` },
    ]),
  );
  it.each<[string, string | object, string]>([
    ['Swagger 2.0', { swagger: '2.0', paths: {} }, 'Swagger 2.0'],
    ['nothing of the kind', '<html></html>', 'OpenAPI document'],
    ['what nests without end', `{"openapi":"3.0.0","paths":{"/a":${deep(100_000)}}}`, 'document'],
    ['too much', documentOf(one, { 'x-pad': 'x'.repeat(2_000_000) }), 'MAX_OPENAPI_BYTES'],
    [
      'too many operations',
      documentOf(
        Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/${String(at)}`, one['/thing']])),
      ),
      'MAX_OPENAPI_OPERATIONS',
    ],
    [
      'aliases that multiply',
      `openapi: 3.0.0\nx0: &a0 [x]\n${Array.from({ length: 30 }, (_, at) => `x${String(at + 1)}: &a${String(at + 1)} [${`*a${String(at)},`.repeat(9)}]`).join('\n')}\npaths: {}`,
      'document',
    ],
  ])('[openapi-hostile] a document with %s is refused with the reason', async (_, document, why) => {
    await declareApi(open, gateway, document);
    const { status, text } = await gateway.mcp('api', 'tools');
    expect({ status, text }).toEqual({ status: 502, text: expect.stringContaining(why) as string });
    expect((await gateway.json('/health/live')).status).toBe(200);
  });

  it('[openapi-hostile] a document of names, references, patterns and lists without end is bounded', async () => {
    const schema = {
      type: 'object',
      properties: {
        ['__proto__']: { type: 'string' },
        constructor: { type: 'string', pattern: '(a+)+$' },
        bad: { type: 'string', pattern: '(' },
        chain: { $ref: '#/components/schemas/S0' },
        self: { $ref: '#/components/schemas/Self' },
        remote: { $ref: 'http://127.0.0.1:1/x.json#/a' },
        many: { enum: Array.from({ length: 50_000 }, (_, at) => `value-${String(at)}`) },
      },
    };
    const self = {
      type: 'object',
      properties: {
        again: { $ref: '#/components/schemas/Self' },
        other: { $ref: '#/components/schemas/Self' },
      },
    };
    const text = JSON.stringify(
      documentOf(
        {
          '/a': {
            post: {
              operationId: '__proto__',
              requestBody: { required: true, content: { 'application/json': { schema } } },
            },
          },
        },
        { components: { schemas: { ...chain, Self: self } } },
      ),
    ).replace('"properties":{', '"properties":{"__proto__":{"type":"string"},');
    const api = await declareApi(open, gateway, text);
    const { status, body, text: said } = await gateway.mcp('api', 'tools');
    expect(status).toBe(200);
    expect(said.length).toBeLessThan(1_500_000);
    const [tool] = body['tools'] as { name: string; inputSchema: { properties: object } }[];
    expect(tool?.name).toMatch(/^[a-z]/);
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toContain('self');
    await gateway.call('api', tool?.name ?? '', { proto: 'x' });
    expect(api.seen.at(-1)?.text).toBe('{"__proto__":"x"}');
  });
});
