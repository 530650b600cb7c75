import type { JsonObject } from '../../../src/kernel/json/json.js';
import { withoutOmitted } from '../../../src/mcp-gateway/omitted-nulls.js';
import { toObjectSchema } from '../../../src/mcp-gateway/provider-schema.js';
import { toStrictForm } from '../../../src/mcp-gateway/strict-schema.js';
import { ownTime } from '../../support/measures/own-time.js';

const mostMs = 250;
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const named = (count: number, start = 0) =>
  Object.fromEntries(many(count, (i) => [`n${String(start + i)}`, {}]));
const names = (count: number) => many(count, (i) => `n${String(i)}`);

/** Schemas of a tool of up to MAX_LIST_ITEM_BYTES. */
const schemas: readonly (readonly [string, JsonObject])[] = [
  ['alternatives of itself', { anyOf: many(5000, () => ({ $ref: '#' })) }],
  ['parts of itself', { properties: named(20_000), allOf: many(100, () => ({ $ref: '#' })) }],
  [
    'a member of all of itself',
    { properties: { p: { allOf: many(20, () => ({ $ref: '#/properties/p' })) } } },
  ],
  [
    'a member of any of what refuses null',
    {
      properties: {
        p: {
          anyOf: many(40, () => ({ $ref: '#/properties/p' })),
          allOf: many(40, () => ({ $ref: '#/properties/p' })),
        },
      },
    },
  ],
  ['branches with members of their own', { anyOf: many(3000, (i) => ({ properties: named(10, i * 10) })) }],
  [
    'names that are required in another order',
    { anyOf: [{ required: names(30_000) }, { required: names(30_000).reverse() }] },
  ],
  [
    'names that are required and not declared',
    { properties: named(20_000), required: many(20_000, (i) => `m${String(i)}`) },
  ],
  [
    'parts that grow',
    { allOf: many(3000, (i) => ({ properties: named(10, i * 10), required: [`n${String(i)}`] })) },
  ],
  ['many required members', { properties: named(30_000), required: names(30_000) }],
];

const uses: readonly (readonly [string, (schema: JsonObject) => unknown])[] = [
  ['for providers', (schema) => toObjectSchema(schema)],
  ['in the strict form', (schema) => toStrictForm(toObjectSchema(schema))],
  [
    'for a call',
    (schema) =>
      withoutOmitted({ p: null, ...Object.fromEntries(names(5000).map((name) => [name, null])) }, schema),
  ],
];

const cases = uses.flatMap(([use, apply]) =>
  schemas.map(([schema, value]) => [schema, use, () => apply(value)] as const),
);

it.each(cases)('[linear-schemas] a schema with %s is dealt with in time %s', (_, __, work) => {
  const tries = [1, 2].map(() => {
    const startedAt = ownTime();
    work();
    return ownTime() - startedAt;
  });
  expect(Math.min(...tries)).toBeLessThan(mostMs);
});
