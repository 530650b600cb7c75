import { strictFaults } from '../../test/support/strict-subset.js';
import { withoutOmitted } from './omitted-nulls.js';
import { toObjectSchema } from './provider-schema.js';
import { toStrictForm } from './strict-schema.js';

type Json = Record<string, unknown>;

const formOf = (schema: unknown) => toStrictForm(toObjectSchema(schema));
const member = (schema: unknown, more: Json = {}): Json => ({
  type: 'object',
  properties: { a: schema },
  ...more,
});
const deep = (levels: number): Json => (levels === 0 ? { type: 'string' } : member(deep(levels - 1)));
const tree = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: { type: 'string' } } };

describe('the strict form of a schema', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, {}],
    ['an optional text', member({ type: 'string' }), { a: { type: ['string', 'null'] } }],
    ['a required text', member({ type: 'string' }, { required: ['a'] }), { a: { type: 'string' } }],
    ['a text or null', member({ type: ['string', 'null'] }), { a: { type: ['string', 'null'] } }],
    [
      'values',
      member({ type: 'string', enum: ['x'] }),
      { a: { type: ['string', 'null'], enum: ['x', null] } },
    ],
    [
      'values without a type',
      member({ enum: ['x', 1] }),
      { a: { type: ['string', 'integer', 'null'], enum: ['x', 1, null] } },
    ],
    ['no values', member({ type: 'string', enum: [] }), { a: { type: ['string', 'null'] } }],
    ['one value', member({ const: 'x' }, { required: ['a'] }), { a: { type: 'string', enum: ['x'] } }],
    [
      'rules that are not known',
      member({ type: 'string', minLength: 2, default: 'x', description: 'A.' }, { required: ['a'] }),
      { a: { type: 'string', description: 'A. (minLength: 2) (default: "x")' } },
    ],
    [
      'rules that are',
      member({ type: 'integer', minimum: 1 }, { required: ['a'] }),
      { a: { type: 'integer', minimum: 1 } },
    ],
    [
      'a format',
      member({ type: 'string', format: 'uri' }, { required: ['a'] }),
      { a: { type: 'string', description: 'format: "uri"' } },
    ],
    [
      'a look-ahead',
      member({ type: 'string', pattern: '^(?=a)' }, { required: ['a'] }),
      { a: { type: 'string', description: 'pattern: "^(?=a)"' } },
    ],
    [
      'a list',
      member({ type: 'array', items: { type: 'string' } }, { required: ['a'] }),
      { a: { type: 'array', items: { type: 'string' } } },
    ],
    [
      'an object in it',
      member({ type: 'object', properties: { b: { type: 'number' } } }),
      {
        a: {
          anyOf: [
            {
              type: 'object',
              properties: { b: { type: ['number', 'null'] } },
              required: ['b'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
      },
    ],
    [
      'alternatives',
      member({ oneOf: [{ type: 'string' }, { type: 'number' }] }),
      { a: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] } },
    ],
    [
      'alternatives at the root',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: { type: 'string' } } },
      { a: { type: ['string', 'null'] } },
    ],
  ])('[strict-schemas] %s', (_, schema, properties) => {
    const { schema: strict } = formOf(schema);
    expect(strict).toMatchObject({ additionalProperties: false, required: Object.keys(properties as Json) });
    expect(strict?.properties).toEqual(properties);
    expect(strictFaults(strict as Json)).toEqual([]);
  });

  it('[strict-schemas] keeps what refers to itself', () => {
    const { schema } = formOf({
      ...member({ $ref: '#/definitions/node', description: 'x' }),
      definitions: { node: tree },
    });
    expect(schema).toMatchObject({
      properties: { a: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
    });
    expect(strictFaults(schema as unknown as Json)).toEqual([]);
    const again = formOf({ ...member({ $ref: '#/$defs/node' }), $defs: { node: tree } });
    expect(strictFaults(again.schema as unknown as Json)).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['anything', member({}), /\/a may be anything/],
    ['anything in a list', member({ type: 'array' }), /\/a\/items may be anything/],
    [
      'an object without members',
      member({ type: 'object' }),
      /\/a is an object whose members are not declared/,
    ],
    [
      'a map',
      member({ type: 'object', additionalProperties: { type: 'string' } }),
      /takes members of any name/,
    ],
    ['members by pattern', member({ type: 'object', patternProperties: { '^x': {} } }), /by pattern/],
    ['a tuple', member({ type: 'array', items: [{ type: 'string' }] }), /type for each place/],
    [
      'several schemas at once',
      member({ allOf: [{ type: 'string' }, { minLength: 2 }] }),
      /several schemas at once/,
    ],
    ['an address', member({ $ref: 'https://example.com/s.json' }), /refers to https/],
    ['a place inside', member({ $ref: '#/properties/b' }), /refers to #\/properties\/b/],
    ['a deep one', deep(12), /nested deeper/],
    [
      'many members',
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 5001 }, (_, i) => [`m${String(i)}`, { type: 'string' }]),
        ),
      },
      /too many members/,
    ],
    ['many values', member({ enum: Array.from({ length: 1001 }, (_, i) => i) }), /too many values/],
    ['a member that is not declared', { type: 'object', properties: {}, required: ['b'] }, /requires b/],
  ])('[strict-schemas] of %s is not there, and a sentence says why', (_, schema, why) => {
    expect(formOf(schema).why).toMatch(why);
  });
});

describe('a null for what is optional', () => {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      needed: { type: 'string' },
      may: { type: ['string', 'null'] },
      any: {},
      value: { enum: ['x'] },
      alternatives: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      ref: { $ref: '#/$defs/inner' },
      list: { type: 'array', items: { $ref: '#/$defs/inner' } },
    },
    required: ['needed'],
    $defs: { inner: { type: 'object', properties: { b: { type: 'number' } } } },
  };

  it('[strict-nulls] is left out where the schema refuses it, at any depth, and kept everywhere else', () => {
    const args = {
      ...{ text: null, needed: null, may: null, any: null, value: null, alternatives: null },
      ...{ ref: { b: null, c: null }, list: [{ b: null }, null, { b: 1 }], unknown: null },
    };
    expect(withoutOmitted(args, schema)).toEqual({
      ...{ needed: null, may: null, any: null, alternatives: null },
      ...{ ref: { c: null }, list: [{}, null, { b: 1 }], unknown: null },
    });
    expect(withoutOmitted({ ref: null }, schema)).toEqual({});
  });

  it('[strict-nulls] is not looked for where there is none', () => {
    const args = { text: 'null', list: [{ b: 1 }] };
    expect(withoutOmitted(args, schema)).toBe(args);
  });

  it('[linear-schemas] is kept where the schema is too expensive to search', () => {
    const p = { allOf: Array.from({ length: 20 }, () => ({ $ref: '#/properties/p' })) };
    const args = { p: null, q: null };
    expect(withoutOmitted(args, { properties: { p, q: { type: 'string' } } })).toBe(args);
    expect(withoutOmitted({ q: null }, { properties: { p, q: { type: 'string' } } })).toEqual({});
  });
});
