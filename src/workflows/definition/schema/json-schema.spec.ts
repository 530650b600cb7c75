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

  const tooMuch = ': cannot be checked: that is too much work for this schema and this value';
  const many = <T>(count: number, of: (index: number) => T) => Array.from({ length: count }, (_, i) => of(i));
  const objects = many(30_000, () => ({}));
  const evil = { type: 'string', pattern: '^(a+)+$' };
  const almost = `${'a'.repeat(9000)}!`;

  it.each<[string, Record<string, unknown>, unknown]>([
    ['that is its own part', { $ref: '#' }, 1],
    ['that is many times its own part', { anyOf: many(20, () => ({ $ref: '#' })) }, 1],
    ['that asks for many members', { items: { required: many(9000, String) } }, objects],
  ])('[workflow-hostile] with a schema %s are refused as too much work', (_, schema, value) => {
    expect(faults(schema, value)).toEqual([tooMuch]);
  });

  it('[workflow-hostile] match patterns in linear time and tell faults in short', () => {
    expect(faults(evil, almost)).toHaveLength(1);
    const spelled = faults({ items: { required: ['z'.repeat(200_000)] } }, objects);
    expect(spelled.join('').length).toBeLessThan(10_000);
  });
});
