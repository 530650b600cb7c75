import { isJsonObject, type JsonObject } from '../kernel/json/json.js';

const maxDepth = 64;
/** Alternatives and references at the root that are followed, over all of them: some lead back to where they are. */
const maxBranches = 100;
/** Members and names of members that are put together for one root: a schema that says more than that by parts says it in vain. */
const maxMerged = 10_000;
const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
/** Members whose value is a schema, a list of schemas, or schemas by name (JSON Schema 2020-12, and 7 where it differs). */
const schemaMembers = new Set([
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
const listMembers = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const mapMembers = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Members of the root that are merged, replaced or refused. */
const rootMembers = new Set([
  ...['properties', 'required', 'description', 'type', '$schema', '$id', 'id', '$ref'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'],
]);

/** The input of a tool as model providers take it: an object at the root, no alternatives there, JSON Schema 2020-12 below. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: JsonObject;
  readonly required?: string[];
  readonly [member: string]: unknown;
}

/**
 * Makes an `inputSchema` acceptable to providers that are stricter than MCP. What they refuse at the root (`$ref`, `allOf`, `anyOf`,
 * `oneOf`, `not`, `enum`) is merged into `properties`; which members go together is then said in the root's `description`. The server
 * still checks its own schema.
 */
export function toObjectSchema(schema: unknown): ObjectSchema {
  const root = isJsonObject(schema) ? schema : {};
  const merged = mergeRoot(root, root, { branches: maxBranches, merged: maxMerged });
  const { properties, required, forms, description, rest } = merged;
  const notes = [description, ...forms].filter((text) => text !== undefined && text !== '');
  return {
    ...modern(rest, maxDepth),
    type: 'object',
    properties: modernMap(properties, maxDepth),
    ...(required.length === 0 ? {} : { required }),
    ...(notes.length === 0 ? {} : { description: notes.join('\n') }),
  };
}

interface Merged {
  readonly properties: JsonObject;
  readonly required: string[];
  /** Sentences about alternatives that could not be kept. */
  readonly forms: string[];
  readonly description: string | undefined;
  readonly rest: JsonObject;
}

/** What may still be done for one root. */
interface Budget {
  branches: number;
  merged: number;
}

function mergeRoot(schema: JsonObject, root: JsonObject, budget: Budget): Merged {
  const { properties, required, description, $ref, allOf, anyOf, oneOf } = schema;
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !rootMembers.has(key)));
  const own: Merged = {
    properties: isJsonObject(properties) ? properties : {},
    required: stringsOf(required),
    forms: [],
    description: typeof description === 'string' ? description : undefined,
    rest,
  };
  if (budget.branches-- <= 0) return own;
  const branch = (part: unknown) => mergeRoot(isJsonObject(part) ? part : {}, root, budget);
  const target = typeof $ref === 'string' ? resolve(root, $ref) : undefined;
  const all = [...(target === undefined ? [] : [target]), ...listOf(allOf)].slice(0, maxBranches).map(branch);
  const conjunction = all.reduce((merged, part) => both(merged, part, budget), own);
  return [anyOf, oneOf]
    .map(listOf)
    .filter((alternatives) => alternatives.length > 0)
    .reduce(
      (merged, alternatives) =>
        both(merged, either(alternatives.slice(0, maxBranches).map(branch), budget), budget),
      conjunction,
    );
}

function both(a: Merged, b: Merged, budget: Budget): Merged {
  if (!spend(budget, [a, b])) return a;
  const shared = Object.keys(a.properties).filter((name) => Object.hasOwn(b.properties, name));
  const joined = shared.map((name) => {
    const parts = distinct([a.properties[name], b.properties[name]]);
    return [name, parts.length === 1 ? parts[0] : { allOf: parts }];
  });
  return {
    properties: { ...a.properties, ...b.properties, ...(Object.fromEntries(joined) as JsonObject) },
    required: [...new Set([...a.required, ...b.required])],
    forms: [...a.forms, ...b.forms],
    description: a.description ?? b.description,
    rest: { ...b.rest, ...a.rest },
  };
}

const nothing: Merged = { properties: {}, required: [], forms: [], description: undefined, rest: {} };

/** Whether so much may still be put together. */
function spend(budget: Budget, parts: readonly Merged[]): boolean {
  for (const { properties, required } of budget.merged < 0 ? [] : parts)
    budget.merged -= Object.keys(properties).length + required.length;
  return budget.merged >= 0;
}

/** What holds of all alternatives, with each member's own alternatives kept and a sentence on which members go together. */
function either(branches: readonly Merged[], budget: Budget): Merged {
  if (!spend(budget, branches)) return nothing;
  const names = [...new Set(branches.flatMap(({ properties }) => Object.keys(properties)))];
  const properties = names.map((name) => {
    const variants = distinct(
      branches.flatMap(({ properties: of }) => (Object.hasOwn(of, name) ? [of[name]] : [])),
    );
    return [name, variants.length === 1 ? variants[0] : { anyOf: variants }];
  });
  const wanted = branches.map(({ required: of }) => new Set(of));
  const required = (branches[0]?.required ?? []).filter((name) => wanted.every((of) => of.has(name)));
  const sets = distinct(branches.map((branch) => branch.required)).map((set) => `{${set.join(', ')}}`);
  const sentence = sets.length > 1 ? [`Requires the members of one of: ${sets.join(' or ')}.`] : [];
  return {
    properties: Object.fromEntries(properties) as JsonObject,
    required,
    forms: [...sentence, ...branches.flatMap(({ forms }) => forms)],
    description: undefined,
    rest: {},
  };
}

/** Brings older spellings to 2020-12 and adds what providers miss, without changing what a schema allows. */
function modern(schema: JsonObject, depth: number): JsonObject {
  if (depth <= 0) return {};
  const members = new Map<string, unknown>();
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || (key === 'required' && !Array.isArray(value)) || isEmptyEnum(key, value))
      continue;
    else if (schemaMembers.has(key)) members.set(key, modernValue(value, depth));
    else if (listMembers.has(key)) members.set(key, modernList(value, depth));
    else if (mapMembers.has(key)) members.set(key, modernMap(value, depth));
    else members.set(key, value);
  }
  fixTuple(members, schema, depth);
  fixType(members);
  fixBound(members, 'exclusiveMinimum', 'minimum');
  fixBound(members, 'exclusiveMaximum', 'maximum');
  return Object.fromEntries(members);
}

/** It would allow nothing: who writes it means that anything goes. */
function isEmptyEnum(key: string, value: unknown): boolean {
  return key === 'enum' && Array.isArray(value) && value.length === 0;
}

function modernValue(value: unknown, depth: number): unknown {
  return isJsonObject(value) ? modern(value, depth - 1) : typeof value === 'boolean' ? value : {};
}

function modernList(value: unknown, depth: number): unknown[] {
  return listOf(value).map((part) => modernValue(part, depth));
}

function modernMap(value: unknown, depth: number): JsonObject {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, modernValue(part, depth)]));
}

/** Draft 7 lists the items of a tuple in `items`. */
function fixTuple(
  members: Map<string, unknown>,
  { items, additionalItems }: JsonObject,
  depth: number,
): void {
  if (!Array.isArray(items)) return;
  members.set('prefixItems', modernList(items, depth));
  members.set('items', additionalItems === undefined ? {} : modernValue(additionalItems, depth));
  members.delete('additionalItems');
}

/** Types that JSON Schema does not know say nothing; an array needs `items`. */
function fixType(members: Map<string, unknown>): void {
  const type = members.get('type');
  if (type === undefined) return;
  const known = (Array.isArray(type) ? type : [type]).filter(
    (name) => typeof name === 'string' && types.has(name),
  );
  if (known.length === 0) members.delete('type');
  else members.set('type', known.length === 1 ? known[0] : known);
  if (known.includes('array') && !members.has('items')) members.set('items', {});
}

/** `exclusiveMinimum: true` beside `minimum` is draft 4. */
function fixBound(members: Map<string, unknown>, exclusive: string, inclusive: string): void {
  const isExclusive = members.get(exclusive);
  if (typeof isExclusive !== 'boolean') return;
  members.delete(exclusive);
  if (!isExclusive || !members.has(inclusive)) return;
  members.set(exclusive, members.get(inclusive));
  members.delete(inclusive);
}

/** Follows `#/$defs/Name` inside the same schema; other references lead nowhere, since nothing is fetched. */
function resolve(root: JsonObject, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function stringsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

function distinct<T>(values: readonly T[]): T[] {
  // What is one object is not written down to find out.
  const unlike = [...new Set(values)];
  return unlike.length < 2
    ? unlike
    : [...new Map(unlike.map((value) => [JSON.stringify(value), value])).values()];
}
