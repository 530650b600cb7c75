import { documentOf } from './api-stage.js';

/** What an OpenAPI document has, the document, and what becomes of it: the number of its tools, or words of the problem. */
export type OddDocument = readonly [
  string,
  object | string,
  { readonly tools?: number; readonly fault?: string },
];

export const operation = (id: string, schema: object): object => ({
  post: { operationId: id, requestBody: { content: { 'application/json': { schema } } } },
});
export const schemas = (given: object): object => ({ components: { schemas: given } });
export const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Documents that are small. */
export const oddDocuments: readonly OddDocument[] = [
  [
    'a path of 101 segments',
    documentOf({ ['/a'.repeat(101)]: { get: {} } }),
    { fault: 'a path of more than 100 segments' },
  ],
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
