import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { References } from './read-document.js';
import { membersOf } from './schema-words.js';
import { namesIn } from './schema-writer.js';

/** A body that is an object of known members, which can be arguments of their own. */
export interface BodyShape {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** The schema of further members, where the document speaks of them. */
  readonly rest?: unknown;
}

/** An object is put together from so many parts at most: parts of parts double with each level. */
const mostParts = 100;

/** `undefined` for what is no plain object: those are given whole. */
export function bodyShapeOf(
  schema: unknown,
  references: References,
  seen = { parts: 0 },
): BodyShape | undefined {
  const object = references.resolve(schema);
  if (object === undefined || seen.parts++ > mostParts || !isPlain(object)) return undefined;
  const properties = new Map<string, unknown>();
  const required = new Set(namesIn(object['required']));
  let rest: unknown = object['additionalProperties'];
  for (const part of Array.isArray(object['allOf']) ? (object['allOf'] as unknown[]) : []) {
    const inner = bodyShapeOf(part, references, seen);
    if (inner === undefined) return undefined;
    for (const [name, property] of inner.properties) add(properties, name, property);
    for (const name of inner.required) required.add(name);
    rest ??= inner.rest;
  }
  for (const [name, property] of membersOf(object['properties'])) add(properties, name, property);
  for (const [name, property] of properties)
    if (references.resolve(property)?.['readOnly'] === true) {
      properties.delete(name);
      required.delete(name);
    }
  // Some documents require what they do not describe.
  for (const name of required) if (!properties.has(name)) properties.set(name, rest ?? {});
  const isToldOf = isJsonObject(rest) || rest === true;
  return { properties, required, ...(isToldOf ? { rest } : {}) };
}

/** An object, by its type or by its members, that is not one of several. */
function isPlain(schema: JsonObject): boolean {
  const { type, properties, allOf } = schema;
  const isObject = Array.isArray(type) ? type.includes('object') : type === 'object';
  if (!isObject && (type !== undefined || (properties === undefined && allOf === undefined)))
    return type === undefined && onlyRequires(schema);
  return (
    schema['oneOf'] === undefined &&
    schema['not'] === undefined &&
    schema['patternProperties'] === undefined &&
    (schema['anyOf'] === undefined || requiresOneOf(schema['anyOf']))
  );
}

/** A part of `allOf` that only says what is required. */
function onlyRequires(schema: JsonObject): boolean {
  return Object.keys(schema).every((name) => name === 'required' || name === 'description');
}

/** `anyOf` that names which of the members must be there: the API looks after that itself. */
function requiresOneOf(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => isJsonObject(part) && onlyRequires(part));
}

/** Where two parts speak of one member, both hold. */
function add(properties: Map<string, unknown>, name: string, property: unknown): void {
  const known = properties.get(name);
  properties.set(name, known === undefined ? property : { allOf: [known, property] });
}
