import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../kernel/json.js';
import { AppConfigSchema } from './app-config.schema.js';

/** The config as JSON Schema draft-07, which editors understand best; `id` is the address that it is served at. */
export function appConfigJsonSchema(id: string): JsonObject {
  const schema = z.toJSONSchema(AppConfigSchema, { target: 'draft-7', io: 'input', metadata: z.registry() });
  const { $schema, ...rest } = withExtensions(schema) as Record<string, unknown>;
  return { $schema, $id: id, title: 'Config of a Gantry app', ...rest };
}

/** Objects that are closed stay open for members that begin with `x-`. */
function withExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtensions);
  if (!isJsonObject(value)) return value;
  const inside = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withExtensions(member)]),
  );
  return value['additionalProperties'] === false ? { ...inside, patternProperties: { '^x-': {} } } : inside;
}
