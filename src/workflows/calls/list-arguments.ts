import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/**
 * The arguments with lists where the schema of the tool says `array`: JSONata gives a list of one as the one, and an empty one as nothing.
 * `computed`: names of those that expressions made; others are as the document has them.
 */
export function withLists(values: JsonObject, computed: readonly string[], schema: unknown): JsonObject {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const lists = computed.filter((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isJsonObject(property) && property['type'] === 'array' && !isListOrNull(values[name]);
  });
  if (lists.length === 0) return values;
  const listed = lists.map((name) => [name, values[name] === undefined ? [] : [values[name]]]);
  return { ...values, ...(Object.fromEntries(listed) as JsonObject) };
}

function isListOrNull(value: unknown): boolean {
  return value === null || Array.isArray(value);
}
