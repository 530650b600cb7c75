import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { Fault } from '../../../kernel/problems/problem.js';
import { Effort, TooMuchEffort } from './effort.js';
import { isTypeName, literalFaults } from './json-schema-literals.js';

/** Everybody else waits meanwhile. */
const maxEffort = 50_000;
const maxFaults = 20;
const maxDepth = 64;
const maxReference = 256;
const maxShown = 200;

interface Walk {
  readonly root: JsonObject;
  /** Values that are not known yet, so that anything is right. */
  readonly isUnknown: (value: unknown) => boolean;
  readonly effort: Effort;
}

/**
 * What is wrong with `value` by a JSON Schema that a stranger wrote: no code is generated from it, patterns run in linear time, and what it
 * costs is bounded. Keywords that are not about types, members, bounds and combinations are passed over.
 */
export function schemaFaults(
  schema: JsonObject,
  value: unknown,
  isUnknown: (value: unknown) => boolean = () => false,
): readonly Fault[] {
  const walk = { root: schema, isUnknown, effort: new Effort(maxEffort) };
  try {
    return check(schema, value, '', walk, 0).slice(0, maxFaults);
  } catch (error) {
    if (!(error instanceof TooMuchEffort)) throw error;
    return [
      { pointer: '', detail: 'cannot be checked: that is too much work for this schema and this value' },
    ];
  }
}

function check(schema: unknown, value: unknown, pointer: string, walk: Walk, depth: number): Fault[] {
  if (walk.isUnknown(value) || schema === true || value === undefined) return [];
  if (schema === false) return [{ pointer, detail: 'is not allowed' }];
  if (!isJsonObject(schema)) return [];
  if (depth > maxDepth) throw new TooMuchEffort();
  walk.effort.spend(1);
  const inner = (part: unknown, member = value, at = pointer) => check(part, member, at, walk, depth + 1);
  const own = [...literalFaults(schema, value, walk.effort).map((detail) => ({ pointer, detail }))];
  if (own.length > 0) return own;
  return [
    ...(typeof schema['$ref'] === 'string' ? inner(resolve(walk.root, schema['$ref'])) : []),
    ...combinedFaults(schema, pointer, inner),
    ...(Array.isArray(value) ? itemFaults(schema, value, pointer, inner, walk.effort) : []),
    ...(isJsonObject(value) ? memberFaults(schema, value, pointer, inner, walk.effort) : []),
  ];
}

type Inner = (schema: unknown, value?: unknown, pointer?: string) => Fault[];

function combinedFaults(schema: JsonObject, pointer: string, inner: Inner): Fault[] {
  const faults = listOf(schema['allOf']).flatMap((part) => inner(part));
  const any = listOf(schema['anyOf']);
  if (any.length > 0 && !any.some((part) => inner(part).length === 0))
    faults.push({ pointer, detail: 'matches none of the forms that are allowed' });
  const one = listOf(schema['oneOf']);
  if (one.length > 0 && one.filter((part) => inner(part).length === 0).length !== 1)
    faults.push({ pointer, detail: 'does not match exactly one of the forms that are allowed' });
  if (schema['not'] !== undefined && inner(schema['not']).length === 0)
    faults.push({ pointer, detail: 'has a form that is not allowed' });
  return faults;
}

function itemFaults(
  schema: JsonObject,
  items: readonly unknown[],
  pointer: string,
  inner: Inner,
  effort: Effort,
): Fault[] {
  effort.spend(items.length / 10);
  const tuple = listOf(schema['prefixItems']);
  return items.flatMap((item, index) =>
    inner(tuple[index] ?? schema['items'] ?? true, item, `${pointer}/${String(index)}`),
  );
}

function memberFaults(
  schema: JsonObject,
  value: JsonObject,
  pointer: string,
  inner: Inner,
  effort: Effort,
): Fault[] {
  effort.spend(listOf(schema['required']).length / 2 + Object.keys(value).length);
  const known = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const others = isJsonObject(schema['patternProperties']) ? true : (schema['additionalProperties'] ?? true);
  const missing = listOf(schema['required']).filter(
    (name) => typeof name === 'string' && !Object.hasOwn(value, name),
  );
  return [
    ...missing.slice(0, maxFaults).map((name) => ({
      pointer,
      detail: `needs the member ${JSON.stringify(String(name).slice(0, maxShown))}`,
    })),
    ...Object.entries(value).flatMap(([name, member]) => {
      effort.spend(name.length / 500);
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (Object.hasOwn(known, name)) return inner(known[name], member, at);
      return others === false
        ? [{ pointer: at, detail: 'is not a member of this object' }]
        : inner(others, member, at);
    }),
  ];
}

/** `#`, `#/$defs/name` and the like; a reference to elsewhere is not followed. */
function resolve(root: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#') || reference.length > maxReference) return true;
  let found: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : true;
  }
  return found;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What is wrong with a schema by itself: `type` and the members that hold schemas must be of the right form. */
export function unusableSchema(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return 'must be a JSON Schema, an object';
  const { type } = schema;
  const types = type === undefined ? [] : Array.isArray(type) ? (type as unknown[]) : [type];
  return types.every(isTypeName) ? undefined : 'has a type that JSON Schema does not know';
}
