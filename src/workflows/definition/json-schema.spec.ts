import { schemaFaults } from './json-schema.js';

const faults = (schema: Record<string, unknown>, value: unknown) =>
  schemaFaults(schema, value).map(({ pointer, detail }) => `${pointer}: ${detail}`);

describe('checks by a JSON Schema of somebody else', () => {
  it('tell what is wrong, with pointers', () => {
    const schema = {
      type: 'object',
      required: ['repo', 'n'],
      additionalProperties: false,
      properties: {
        repo: { type: 'string', pattern: '^[a-z]+$' },
        labels: { type: 'array', items: { enum: ['bug', 'idea'] } },
        'a/b': { type: ['integer', 'null'], minimum: 1 },
      },
    };
    expect(faults(schema, { repo: 'Q', labels: ['bug', 'x'], 'a/b': 0, more: 1 })).toEqual([
      ': needs the member "n"',
      '/repo: must match ^[a-z]+$',
      '/labels/1: must be one of ["bug","idea"]',
      '/a~1b: must be at least 1',
      '/more: is not a member of this object',
    ]);
    expect(faults(schema, 7)).toEqual([': must be an object']);
  });

  it('follow references inside the schema, and combinations', () => {
    const schema = {
      $defs: { id: { type: 'string', maxLength: 3 } },
      anyOf: [
        { $ref: '#/$defs/id' },
        { type: 'array', prefixItems: [{ const: 1 }], items: { $ref: '#/$defs/id' } },
      ],
      not: { const: 'no' },
    };
    expect(faults(schema, 'abc')).toEqual([]);
    expect(faults(schema, [1, 'abc'])).toEqual([]);
    expect(faults(schema, [1, 'abcd'])).toEqual([': matches none of the forms that are allowed']);
    expect(faults(schema, 'no')).toEqual([': has a form that is not allowed']);
  });

  it('[workflow-hostile] end soon, whatever the schema', () => {
    const began = performance.now();
    const self = { $ref: '#' };
    expect(faults(self, 1)).toEqual([': cannot be checked: the schema is too large']);
    const bushy = { anyOf: Array.from({ length: 20 }, () => ({ $ref: '#' })) };
    expect(faults(bushy, 1)).toHaveLength(1);
    const evil = { type: 'string', pattern: '^(a+)+$' };
    expect(faults(evil, `${'a'.repeat(9000)}!`)).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
