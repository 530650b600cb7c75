import type { Json } from '../recording-server.js';

/** An item of a list that some clients refuse, and what is listed in its place. */
export interface OddItem {
  readonly shape: string;
  readonly item: unknown;
  /** Members of the item as it is listed; `undefined` when it is left out. */
  readonly listed: Json | undefined;
  /** What the row of the server says about it. */
  readonly detail: RegExp;
}

const object: Json = { type: 'object', properties: {} };
const output = (schema: unknown): Json => ({ name: 'odd', inputSchema: object, outputSchema: schema });
const tool = (more: Json): Json => ({ name: 'odd', inputSchema: object, ...more });

/** A member that is dropped, all else as it came. */
function dropped(shape: string, member: string, value: unknown, detail: RegExp): OddItem {
  return { shape, item: tool({ [member]: value }), listed: { name: 'odd', inputSchema: object }, detail };
}

function input(shape: string, inputSchema: unknown, listed: Json, detail: RegExp): OddItem {
  return { shape, item: { name: 'odd', inputSchema }, listed: { name: 'odd', inputSchema: listed }, detail };
}

function uncompilable(shape: string, property: unknown, detail: RegExp, more: Json = {}): OddItem {
  const schema = { type: 'object', properties: { a: property }, ...more };
  return { shape, item: output(schema), listed: { name: 'odd', inputSchema: object }, detail };
}

function leftOut(shape: string, item: unknown, detail: RegExp): OddItem {
  return { shape, item, listed: undefined, detail };
}

export const oddTools: readonly OddItem[] = [
  dropped('title: null', 'title', null, /^title is null, not a string\.$/),
  dropped('description: null', 'description', null, /^description is null/),
  dropped('description: {}', 'description', { en: 'x' }, /^description is an object/),
  dropped('_meta: null', '_meta', null, /^_meta is null/),
  dropped('_meta: [] (PHP)', '_meta', [], /^_meta is an empty array, not an object/),
  dropped('annotations: null', 'annotations', null, /^annotations is null/),
  dropped('annotations: [] (PHP)', 'annotations', [], /^annotations is an empty array/),
  dropped('icons: null', 'icons', null, /^icons is null/),
  dropped('icons: string', 'icons', 'https://x.example/i.png', /^icons is a string, not an array/),
  dropped('execution: string', 'execution', 'sync', /^execution is a string/),
  dropped('outputSchema: null', 'outputSchema', null, /^outputSchema is null/),
  dropped('outputSchema: true', 'outputSchema', true, /^outputSchema is true/),
  dropped('outputSchema: []', 'outputSchema', [], /^outputSchema is an empty array/),
  {
    shape: 'readOnlyHint: null (GitHub, Linear)',
    item: tool({ annotations: { readOnlyHint: null, destructiveHint: false } }),
    listed: { annotations: { destructiveHint: false } },
    detail: /^annotations\.readOnlyHint is null, not a boolean\.$/,
  },
  {
    shape: 'readOnlyHint: "true"',
    item: tool({ annotations: { readOnlyHint: 'true', title: 5, other: null } }),
    listed: { annotations: { other: null } },
    detail: /^annotations\.title is a number, not a string; annotations\.readOnlyHint is a string/,
  },
  {
    shape: 'taskSupport: unknown',
    item: tool({ execution: { taskSupport: 'sometimes' } }),
    listed: { name: 'odd' },
    detail: /^execution\.taskSupport is a string, not one of required, optional, forbidden/,
  },
  {
    shape: 'icons without src, sizes as text',
    item: tool({ icons: [{ mimeType: 'image/png' }, { src: 'data:,x', sizes: '48x48', theme: 'blue' }] }),
    listed: { icons: [{ src: 'data:,x' }] },
    detail: /icons\.0 has no src; icons\.1\.sizes is a string/,
  },
  input('no inputSchema', undefined, { type: 'object' }, /^inputSchema is missing, listed as/),
  input('inputSchema: null', null, { type: 'object' }, /^inputSchema is null/),
  input('inputSchema: true', true, { type: 'object' }, /^inputSchema is true/),
  input('inputSchema: [] (PHP)', [], { type: 'object' }, /^inputSchema is an empty array/),
  input('inputSchema: {}', {}, { type: 'object' }, /^inputSchema\.type is missing, listed as "object"/),
  input(
    'inputSchema: only $schema',
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    /^inputSchema\.type is missing/,
  ),
  input('$schema: null', { ...object, $schema: null }, object, /^inputSchema\.\$schema is null/),
  input(
    'root anyOf without type',
    { anyOf: [object, object] },
    { anyOf: [object, object], type: 'object' },
    /^inputSchema\.type is missing/,
  ),
  input('type: null', { type: null }, { type: 'object' }, /^inputSchema\.type is null/),
  input(
    'type: ["object", "null"]',
    { type: ['object', 'null'] },
    { type: 'object' },
    /^inputSchema\.type is an array/,
  ),
  input('type: OBJECT (Gemini)', { type: 'OBJECT' }, { type: 'object' }, /^inputSchema\.type is a string/),
  input(
    'properties: [] (PHP)',
    { type: 'object', properties: [] },
    object,
    /^inputSchema\.properties is an empty array/,
  ),
  input(
    'properties: null',
    { type: 'object', properties: null },
    { type: 'object' },
    /^inputSchema\.properties is null/,
  ),
  input(
    'properties: true, false, null, text',
    { type: 'object', properties: { a: true, b: false, c: null, d: 'string', e: { type: 'string' } } },
    { type: 'object', properties: { a: {}, b: { not: {} }, c: {}, d: {}, e: { type: 'string' } } },
    /properties\.a is true.*properties\.b is false.*properties\.c is null.*properties\.d is a string/,
  ),
  input('required: null', { ...object, required: null }, object, /^inputSchema\.required is null/),
  input('required: true', { ...object, required: true }, object, /^inputSchema\.required is true/),
  input(
    'required: [1, "a"]',
    { ...object, required: [1, 'a'] },
    { ...object, required: ['a'] },
    /^inputSchema\.required\.0 is a number, not a string/,
  ),
  uncompilable(
    'output with an unknown type',
    { type: 'strin' },
    /"?#\/properties\/a\/type is a string, not a type/,
  ),
  uncompilable('output with a type in capitals', { type: 'STRING' }, /#\/properties\/a\/type/),
  uncompilable(
    'output with a reference to nothing',
    { $ref: '#/$defs/X' },
    /#\/properties\/a\/\$ref leads nowhere/,
  ),
  uncompilable('output with a remote reference', { $ref: 'https://x.example/y' }, /leads nowhere/),
  uncompilable(
    'output with a pattern of Python',
    { pattern: '(?P<x>a)' },
    /pattern is not a regular expression/,
  ),
  uncompilable('output with nullable alone (OpenAPI)', { nullable: true }, /"nullable" that its "type"/),
  uncompilable('output with an empty enum', { enum: [] }, /enum is an empty array/),
  uncompilable('output with required: true', { type: 'string', required: true }, /required is true/),
  uncompilable(
    'output of draft 4',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    /exclusiveMinimum is true/,
  ),
  uncompilable('output with an id of draft 4', {}, /#\/id is not supported/, { id: 'x' }),
  uncompilable('output that refers to itself for ever', { $ref: '#/$defs/a' }, /leads nowhere/, {
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  }),
  leftOut(
    'inputSchema of another type',
    { name: 'odd', inputSchema: { type: 'string' } },
    /arguments are always an object/,
  ),
  leftOut(
    'inputSchema: string',
    { name: 'odd', inputSchema: 'none' },
    /^inputSchema is a string, not a schema/,
  ),
  leftOut('inputSchema: false', { name: 'odd', inputSchema: false }, /^inputSchema is false, not a schema/),
  leftOut('no name', { inputSchema: object }, /^Item 2 of the list has no name\.$/),
  leftOut('name: 5', { name: 5, inputSchema: object }, /has no name/),
  leftOut('null', null, /^Item 2 of the list is not an object/),
  leftOut('a text', 'odd', /is not an object/),
  leftOut(
    'the same name again',
    { name: 'first', inputSchema: object },
    /^It is listed more than once; the first counts\.$/,
  ),
  leftOut(
    'more bytes than allowed',
    tool({ description: 'd'.repeat(60_000) }),
    /MAX_LIST_ITEM_BYTES \(40000\)/,
  ),
];

const prompt = (shape: string, more: Json, listed: Json, detail: RegExp): OddItem => ({
  shape,
  item: { name: 'odd', ...more },
  listed: { name: 'odd', ...listed },
  detail,
});

export const oddPrompts: readonly OddItem[] = [
  prompt('arguments: null', { arguments: null }, {}, /^arguments is null, not an array/),
  prompt('arguments: {} (PHP)', { arguments: {} }, {}, /^arguments is an object/),
  prompt(
    'required: null',
    { arguments: [{ name: 'a', required: null, description: null }] },
    { arguments: [{ name: 'a' }] },
    /arguments\.0\.description is null.*arguments\.0\.required is null/,
  ),
  prompt(
    'an argument without a name',
    { arguments: [{ description: 'x' }, { name: 'b' }] },
    { arguments: [{ name: 'b' }] },
    /arguments\.0 has no name/,
  ),
  prompt(
    'title, description, _meta: null',
    { title: null, description: null, _meta: null },
    {},
    /title is null.*description is null.*_meta is null/,
  ),
  leftOut('no name', { description: 'x' }, /has no name/),
];

const resource = (shape: string, more: Json, listed: Json, detail: RegExp): OddItem => ({
  shape,
  item: { uri: 'odd://one', name: 'odd', ...more },
  listed: { uri: 'odd://one', name: 'odd', ...listed },
  detail,
});

export const oddResources: readonly OddItem[] = [
  {
    shape: 'no name',
    item: { uri: 'odd://one' },
    listed: { name: 'odd://one' },
    detail: /^name is missing, listed as the address/,
  },
  {
    shape: 'name: null',
    item: { uri: 'odd://one', name: null },
    listed: { name: 'odd://one' },
    detail: /^name is null.*name is missing/,
  },
  resource('mimeType: null', { mimeType: null }, {}, /^mimeType is null/),
  resource('size: "12"', { size: '12' }, {}, /^size is a string, not a whole number/),
  resource('size: 1.5', { size: 1.5 }, {}, /^size is a number, not a whole number/),
  resource('annotations: null', { annotations: null }, {}, /^annotations is null/),
  resource(
    'odd annotations',
    { annotations: { audience: ['user', 'bot'], priority: 5, lastModified: 'yesterday', x: 1 } },
    { annotations: { audience: ['user'], x: 1 } },
    /audience\.1 is a string, not one of user, assistant.*priority is a number.*lastModified is a string/,
  ),
  resource('description: 5', { description: 5 }, {}, /^description is a number/),
  leftOut('no uri', { name: 'odd' }, /has no uri/),
];
