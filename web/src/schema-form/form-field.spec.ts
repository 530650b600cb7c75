import { describe, expect, it } from 'vitest';
import { groupDraft } from './draft.ts';
import { formFields } from './form-field.ts';
import { readForm } from './read-draft.ts';

const kindsOf = (properties: object, more: object = {}): Record<string, string> =>
  Object.fromEntries(
    (formFields({ type: 'object', properties, ...more }) ?? []).map(({ name, kind }) => [name, kind]),
  );

describe('The fields of a schema', () => {
  it('are of the kind that its types say', () => {
    expect(
      kindsOf({
        text: { type: 'string' },
        number: { type: 'number' },
        whole: { type: 'integer' },
        yes: { type: 'boolean' },
        one: { enum: ['a'] },
        fixed: { const: 4 },
        list: { type: 'array', items: {} },
        bare: { type: 'array' },
        inner: { type: 'object', properties: { a: { type: 'string' } } },
        free: { type: 'object' },
        either: { type: ['string', 'number'] },
        anything: {},
        always: true,
      }),
    ).toEqual({
      text: 'text',
      number: 'number',
      whole: 'number',
      yes: 'switch',
      one: 'choice',
      fixed: 'choice',
      list: 'list',
      bare: 'json',
      inner: 'group',
      free: 'json',
      either: 'json',
      anything: 'json',
      always: 'json',
    });
  });

  it('may be null without being asked for it', () => {
    expect(
      kindsOf({
        a: { type: ['string', 'null'] },
        b: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        c: { oneOf: [{ const: 'x', title: 'The X' }, { const: 'y' }] },
        d: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      }),
    ).toEqual({ a: 'text', b: 'number', c: 'choice', d: 'json' });
  });

  it('follow references inside of the schema, and nothing outside of it', () => {
    const $defs = { city: { type: 'string', title: 'City' }, 'a/b': { type: 'boolean' } };
    const properties = {
      city: { $ref: '#/$defs/city' },
      odd: { $ref: '#/$defs/a~1b' },
      away: { $ref: 'https://example.com/schema.json' },
      nowhere: { $ref: '#/$defs/__proto__' },
    };
    expect(kindsOf(properties, { $defs })).toEqual({
      city: 'text',
      odd: 'switch',
      away: 'json',
      nowhere: 'json',
    });
  });

  it('of a schema that contains itself end', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, name: { type: 'string' } } };
    const [first] =
      formFields({ type: 'object', properties: { root: { $ref: '#/$defs/node' } }, $defs: { node } }) ?? [];
    expect(JSON.stringify(first)).toContain('"kind":"json"');
    expect(kindsOf({ loop: { $ref: '#/properties/loop' } })).toEqual({ loop: 'json' });
  });

  it('of a schema that a hostile server made endless are there at once, the rest as JSON', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${String(index)}`,
        { allOf: [{ $ref: `#/$defs/d${String(index + 1)}` }, { $ref: `#/$defs/d${String(index + 1)}` }] },
      ]),
    );
    const wide = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`p${String(index)}`, { $ref: '#/$defs/wide' }]),
      ),
    };
    const properties = { a: { $ref: '#/$defs/d0' }, b: { $ref: '#/$defs/wide' }, c: { $ref: '#/%zz' } };
    const fields = formFields({ type: 'object', properties, $defs: { ...doubling, wide } }) ?? [];
    expect(fields.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(JSON.stringify(fields).match(/"name"/g)?.length).toBeLessThan(100_000);
  });

  it('put the parts of allOf together', () => {
    const parts = [
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { properties: { b: { type: 'number' } } },
    ];
    const fields = formFields({ type: 'object', allOf: parts }) ?? [];
    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['a', 'text', true],
      ['b', 'number', false],
    ]);
  });

  it('are none when the arguments are no object', () => {
    expect(formFields({ type: 'array' })).toBeUndefined();
    expect(formFields({})).toBeUndefined();
    expect(formFields({ type: 'object' })).toEqual([]);
  });
});

describe('What a form sends', () => {
  const read = (properties: object, draft: Record<string, string>, required: string[] = []) => {
    const fields = formFields({ type: 'object', properties, required }) ?? [];
    return readForm(fields, { ...groupDraft(fields, undefined), ...draft });
  };

  it.each([
    ['1.5', 'This must be a whole number.'],
    ['x', 'This is not a number.'],
    ['9007199254740993', 'A browser cannot keep all digits of this number; write it under JSON.'],
    ['11', 'It must be at most 10.'],
  ])('refuses %j for a whole number up to 10', (text, fault) => {
    expect(read({ n: { type: 'integer', maximum: 10 } }, { n: text }).faults).toEqual([
      { path: '/n', text: fault },
    ]);
  });

  it.each([
    [{ type: 'string', format: 'email' }, 'x', 'This is not an e-mail address.'],
    [{ type: 'string', format: 'uri' }, 'x', 'This is not an address such as https://example.com.'],
    [{ type: 'string', format: 'date' }, '2026-13-01', 'A date is written 2026-01-31.'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01', 'A time is written 2026-01-31T12:00:00Z.'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', 'It must fit the pattern ^[a-z]+$'],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', 'It must be more than 0.'],
    [{ type: 'number', multipleOf: 0.1 }, '0.25', 'It must be a multiple of 0.1.'],
  ])('of %j refuses %j', (schema, text, fault) => {
    expect(read({ x: schema }, { x: text }).faults).toEqual([{ path: '/x', text: fault }]);
  });

  it('lets a server judge what would keep the page busy, and formats that are not known', () => {
    const long = `${'a'.repeat(60)}!`;
    expect(read({ x: { type: 'string', pattern: '^(a+)+$' } }, { x: long }).faults).toEqual([]);
    expect(read({ x: { type: 'string', format: 'constructor' } }, { x: 'y' }).faults).toEqual([]);
    expect(read({ x: { type: 'number', multipleOf: 0.1 } }, { x: '0.3' }).faults).toEqual([]);
  });

  it('keeps names with slashes and tildes apart', () => {
    expect(read({ 'a/b~c': { type: 'number' } }, { 'a/b~c': 'x' }).faults).toEqual([
      { path: '/a~1b~0c', text: 'This is not a number.' },
    ]);
  });

  it('is not fooled by members of Object', () => {
    expect(
      read({ constructor: { type: 'string' }, toString: { type: 'string' } }, { constructor: 'a' }).value,
    ).toEqual({
      constructor: 'a',
    });
  });

  it('counts characters, not halves of them', () => {
    expect(read({ s: { type: 'string', maxLength: 1 } }, { s: '😀' })).toEqual({
      value: { s: '😀' },
      faults: [],
    });
  });

  it('sends a needed switch that was left alone as off', () => {
    expect(read({ on: { type: 'boolean' } }, {}, ['on']).value).toEqual({ on: false });
  });
});
