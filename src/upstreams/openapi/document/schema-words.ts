import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { isPattern } from './is-pattern.js';

const types: ReadonlySet<unknown> = new Set([
  ...['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'],
]);
const counts = [
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'],
  ...['minProperties', 'maxProperties'],
] as const;
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;
const texts = ['title', 'format', 'contentEncoding', 'contentMediaType'] as const;
const longestTitle = 200;
const longestDescription = 1000;
const longestPattern = 1000;

/** The members of a schema that hold no schema, as JSON Schema 2020-12 has them; what is none of its words, or wrongly used, is left out. */
export function plainWords(schema: JsonObject, isOld: boolean): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  const type = typesOf(schema, isOld);
  if (type !== undefined) words['type'] = type;
  for (const name of texts) {
    const text = schema[name];
    if (typeof text === 'string') words[name] = cutText(text, longestTitle);
  }
  const { description, pattern } = schema;
  if (typeof description === 'string' && description !== '')
    words['description'] = cutText(description, longestDescription);
  if (typeof pattern === 'string' && pattern.length <= longestPattern && isPattern(pattern))
    words['pattern'] = pattern;
  for (const name of counts) {
    const count = schema[name];
    if (Number.isSafeInteger(count) && Number(count) >= 0) words[name] = count;
  }
  const bounded = isOld ? withExclusive(schema) : schema;
  for (const name of bounds) if (typeof bounded[name] === 'number') words[name] = bounded[name];
  if (schema['uniqueItems'] === true) words['uniqueItems'] = true;
  if (schema['deprecated'] === true) words['deprecated'] = true;
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0)
    words['enum'] = withNull(schema, schema['enum'], isOld);
  for (const name of ['const', 'default']) if (schema[name] !== undefined) words[name] = schema[name];
  return words;
}

/** The text, or its beginning. */
export function cutText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

export function isNullable(schema: JsonObject, isOld: boolean): boolean {
  return isOld && schema['nullable'] === true;
}

/** Whether values are bytes: in OpenAPI 3.0 by their format, in 3.1 by their encoding, or by saying nothing but what they are (§4.8.14.3). */
export function isBinary(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false;
  const { type, format, contentEncoding, contentMediaType } = schema;
  if (format === 'binary' || type === 'file') return true;
  return (
    typeof contentMediaType === 'string' &&
    contentEncoding === undefined &&
    !/^text\/|json/.test(contentMediaType)
  );
}

function typesOf(schema: JsonObject, isOld: boolean): unknown {
  const { type } = schema;
  if (Array.isArray(type)) {
    const known = [...new Set(type.filter((one) => types.has(one)))] as unknown[];
    return known.length === 0 ? undefined : known;
  }
  if (type === 'file') return 'string';
  if (!types.has(type)) return undefined;
  return isNullable(schema, isOld) && type !== 'null' ? [type, 'null'] : type;
}

function withNull(schema: JsonObject, values: readonly unknown[], isOld: boolean): readonly unknown[] {
  return isNullable(schema, isOld) && !values.includes(null) ? [...values, null] : values;
}

/** In OpenAPI 3.0 `exclusiveMinimum: true` makes `minimum` an exclusive one. */
function withExclusive(schema: JsonObject): JsonObject {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  return {
    ...schema,
    ...(exclusiveMinimum === true ? { minimum: undefined, exclusiveMinimum: minimum } : {}),
    ...(exclusiveMaximum === true ? { maximum: undefined, exclusiveMaximum: maximum } : {}),
  };
}

/** The members of `value`, if it is an object. */
export function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
