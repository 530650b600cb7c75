import { documentOf } from '../../../upstreams/openapi/api-stage.js';

export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const named = (count: number, make: (index: number) => readonly [string, unknown]) =>
  Object.fromEntries(many(count, make));

/** Documents of the allowed size that take up most, each in its own way. */
export const worstDocuments: Readonly<Record<string, object>> = {
  segments: documentOf(
    named(2000, (at) => [`/${many(99, (level) => (at * 99 + level).toString(36)).join('/')}`, { get: {} }]),
  ),
  parameters: documentOf(
    named(150, (at) => [
      `/p${String(at)}`,
      { get: { parameters: many(500, (one) => ({ name: `n${String(one)}`, in: 'query', schema: {} })) } },
    ]),
  ),
  schemas: documentOf(
    named(45, (at) => [
      `/s${String(at)}`,
      {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: named(450, (one) => [`m${String(one)}`, { anyOf: [{}, {}, {}] }]),
                },
              },
            },
          },
        },
      },
    ]),
  ),
  texts: documentOf(
    named(900, (at) => [
      `/t${String(at)}`,
      { get: { operationId: `t${String(at)}`, description: 'ü'.repeat(3000) } },
    ]),
  ),
};
