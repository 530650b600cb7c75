import type { JsonObject } from '../../../kernel/json/json.js';

/** An object with these members and no others. */
export function closed(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** What the schema defines under this name. */
export function ref(name: string): JsonObject {
  return { $ref: `#/definitions/${name}` };
}
