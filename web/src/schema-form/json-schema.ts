/** A JSON Schema as a server sent it: nothing in it can be relied on. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The types that a schema names, `null` aside: what may be null may be left empty. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  const named = Array.isArray(type) ? type : [type];
  return named.filter((it): it is string => typeof it === 'string' && it !== 'null');
}

/** How many parts of schemas are still looked at: references that name each other twice would be endless work. */
export interface Patience {
  left: number;
}

/** A schema with its references within the document followed, its one choice beside null taken, its parts put together. */
export function resolved(
  schema: unknown,
  root: JsonSchema,
  patience: Patience = { left: 2000 },
  depth = 0,
): JsonSchema {
  if (!isObject(schema) || depth > 20 || patience.left-- <= 0) return {};
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema;
  if (typeof reference === 'string')
    return { ...resolved(pointedAt(reference, root), root, patience, depth + 1), ...own };
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part) => resolved(part, root, patience, depth + 1));
    const whole = { ...parts.reduce(merged, {}), ...without(own, parts), anyOf, oneOf };
    return resolved(whole, root, patience, depth + 1);
  }
  const choices = [anyOf, oneOf].find(Array.isArray) as readonly unknown[] | undefined;
  if (choices === undefined) return own;
  const some = choices.filter((choice) => !(isObject(choice) && choice['type'] === 'null'));
  if (some.length === 1) return { ...resolved(some[0], root, patience, depth + 1), ...own };
  const constants = some.map((choice) => (isObject(choice) ? choice['const'] : undefined));
  if (constants.length > 0 && constants.every((value) => value !== undefined))
    return { ...own, enum: constants, enumNames: some.map((choice) => (choice as JsonSchema)['title']) };
  return { ...own, choices: some };
}

/** Members of two parts of an `allOf`; properties of both. */
function merged(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties = { ...object(a['properties']), ...object(b['properties']) };
  const required = [...list(a['required']), ...list(b['required'])];
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function without(own: JsonSchema, parts: readonly JsonSchema[]): JsonSchema {
  return merged(parts.reduce(merged, {}), own);
}

function object(value: unknown): JsonSchema {
  return isObject(value) ? value : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** RFC 6901, in the document itself: nothing is fetched. */
function pointedAt(reference: string, root: JsonSchema): unknown {
  if (!reference.startsWith('#')) return {};
  let at: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at) ? at[Number(key)] : isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
