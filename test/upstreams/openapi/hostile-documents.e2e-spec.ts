import { closeAfterEach } from '../../support/closing.js';
import { apiStage, documentOf } from './api-stage.js';

const open = closeAfterEach();
const operation = (id: string, schema: object) => ({
  post: { operationId: id, requestBody: { content: { 'application/json': { schema } } } },
});
const schemas = (given: object) => ({ components: { schemas: given } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (count: number) =>
  documentOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${String(at)}`, { get: {} }])));

/** Each is what a document may say, and what of it is an answer. */
const documents: readonly (readonly [
  string,
  object | string,
  { readonly tools?: number; readonly fault?: string },
])[] = [
  ['100,000 operations', many(100_000), { fault: 'MAX_OPENAPI_OPERATIONS' }],
  [
    'a path of two million slashes',
    documentOf({ ['/'.repeat(2_000_000)]: { get: {} } }),
    { fault: 'a path of more than 2048 characters' },
  ],
  [
    'a path of 101 segments',
    documentOf({ ['/a'.repeat(101)]: { get: {} } }),
    { fault: 'a path of more than 100 segments' },
  ],
  ['as many operations as may be', many(2000), { tools: 2000 }],
  [
    'a schema that is itself',
    documentOf({ '/a': operation('a', reference('A')) }, schemas({ A: reference('A') })),
    { tools: 1 },
  ],
  [
    'schemas that are each other',
    documentOf(
      { '/a': operation('a', reference('A')) },
      schemas({ A: { allOf: [reference('B')] }, B: { allOf: [reference('A')] } }),
    ),
    { tools: 1 },
  ],
  [
    'schemas that double at each step',
    documentOf(
      { '/a': operation('a', reference('S0')) },
      schemas(
        Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => {
            const next = reference(`S${String(at + 1)}`);
            return [`S${String(at)}`, { type: 'object', properties: { left: next, right: next } }];
          }),
        ),
      ),
    ),
    { tools: 1 },
  ],
  [
    'values without end',
    documentOf({ '/a': operation('a', { enum: Array.from({ length: 300_000 }, (_, at) => at) }) }),
    { tools: 1 },
  ],
  [
    'parts that treble at each level',
    documentOf(
      { '/a': operation('a', reference('S0')) },
      schemas({
        ...Object.fromEntries(
          Array.from({ length: 15 }, (_, at) => {
            const next = reference(`S${String(at + 1)}`);
            return [`S${String(at)}`, { allOf: [next, next, next] }];
          }),
        ),
        S15: { type: 'object', properties: { a: {} } },
      }),
    ),
    { tools: 1 },
  ],
  [
    'much that all its operations have',
    documentOf(
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [
          `/p${String(at)}`,
          operation(`o${String(at)}`, reference('Much')),
        ]),
      ),
      schemas({
        Much: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 1900 }, (_, at) => [
              `m${String(at)}`,
              { type: 'array', items: { type: 'string' } },
            ]),
          ),
        },
      }),
    ),
    { fault: 'choose some with' },
  ],
  [
    'members without end',
    documentOf({
      '/a': operation('a', {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`m${String(at)}`, {}])),
      }),
    }),
    { tools: 1 },
  ],
  [
    'parameters without end',
    documentOf({
      '/a': {
        get: {
          operationId: 'a',
          // All of them fit one name.
          parameters: Array.from({ length: 20_000 }, (_, at) => ({
            ...{ name: String.fromCharCode(0x4e00 + at), in: 'query', schema: {} },
          })),
        },
      },
    }),
    { tools: 1 },
  ],
  [
    'a parameter that refers to itself',
    documentOf(
      { '/a': { get: { operationId: 'a', parameters: [{ $ref: '#/components/parameters/P' }] } } },
      { components: { parameters: { P: { $ref: '#/components/parameters/P' } } } },
    ),
    { tools: 1 },
  ],
  [
    'a path that refers to itself',
    documentOf({ '/a': { $ref: '#/paths/~1a' }, '/b': { get: {} } }),
    { tools: 1 },
  ],
  [
    'paths, ids and members named for what objects have',
    `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"__proto__":{"get":{}},"/constructor":{"get":{"operationId":"constructor","parameters":[{"name":"__proto__","in":"query","schema":{"__proto__":{"type":"string"}}},{"name":"toString","in":"header","schema":{}}]}},"/hasOwnProperty":{"get":{"operationId":"hasOwnProperty"}}},"components":{"securitySchemes":{"__proto__":{"type":"http","scheme":"basic"}}}}`,
    { tools: 2 },
  ],
  [
    'members that are not what they should be',
    documentOf({
      '/a': {
        get: { operationId: 7, parameters: 'x', requestBody: [], summary: {}, tags: 3, security: 'y' },
      },
      '/b': null,
      '/c': [],
      '/d': {
        get: [],
        post: null,
        put: { parameters: [null, 1, [], { in: 'query' }, { name: {}, in: 'query' }] },
      },
    }),
    { tools: 2 },
  ],
  [
    'keys that stand twice, and characters cut in two',
    '{"openapi":"3.0.0","openapi":"3.1.0","info":{"title":"\\ud800"},"paths":{"/a":{"get":{"description":"\\udfff"}}}}',
    { tools: 1 },
  ],
  [
    'YAML with tags of programs',
    'openapi: 3.0.0\ninfo: !!js/function "function () {}"\npaths: {}',
    { fault: 'document' },
  ],
  ['nothing', '', { fault: 'OpenAPI document' }],
  ['zeros', '\0'.repeat(1000), { fault: 'OpenAPI document' }],
  ['no operation at all', documentOf({}), { fault: 'no operation' }],
];

describe('A document with', () => {
  it.each(documents)(
    '[openapi-hostile] %s costs what it may, and nobody else anything',
    async (_, document, wanted) => {
      const { gateway } = await apiStage(open, document, {}, { env: { TOOL_TIMEOUT_MS: 120_000 } });
      const answer = gateway.mcp('api', 'tools?limit=200');
      const state = { isOver: false };
      let longest = 0;
      const done = answer.finally(() => (state.isOver = true));
      while (!state.isOver) longest = Math.max(longest, (await gateway.json('/health/live')).ms);
      const { status, body, text } = await done;
      if (wanted.fault !== undefined)
        expect({ status, text }).toEqual({
          status: 502,
          text: expect.stringContaining(wanted.fault) as string,
        });
      else {
        expect({ status, code: body['code'] }).toEqual({ status: 200, code: undefined });
        expect((await gateway.server('api'))?.['toolCount']).toBe(wanted.tools);
      }
      expect(longest).toBeLessThan(500);
    },
  );
});
