import { closeAfterEach } from '../../../support/closing.js';
import { apiStage, documentOf } from '../../../upstreams/openapi/api-stage.js';
import {
  oddDocuments,
  operation,
  reference,
  schemas,
  type OddDocument,
} from '../../../upstreams/openapi/odd-documents.js';

const open = closeAfterEach();
const many = (count: number) =>
  documentOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${String(at)}`, { get: {} }])));

const largeDocuments: readonly OddDocument[] = [
  ['100,000 operations', many(100_000), { fault: 'MAX_OPENAPI_OPERATIONS' }],
  [
    'a path of two million slashes',
    documentOf({ ['/'.repeat(2_000_000)]: { get: {} } }),
    { fault: 'a path of more than 2048 characters' },
  ],
  ['as many operations as may be', many(2000), { tools: 2000 }],
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
];

describe('a hostile OpenAPI document', () => {
  it.each([...largeDocuments, ...oddDocuments])(
    '[openapi-hostile] a document with %s costs only its own caller time',
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
