import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { AppConfigSchema } from './app-config.schema.js';

/** The config as JSON Schema draft-07, which editors understand best; `id` is the address that it is served at. */
export function appConfigJsonSchema(id: string): JsonObject {
  const schema = z.toJSONSchema(AppConfigSchema, { target: 'draft-7', io: 'input' });
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

/** The members of a config for OpenAPI 3.0, which cannot say that only `x-` members are free: there all further members are. */
export function appConfigProperties(): JsonObject {
  const options = { target: 'openapi-3.0', io: 'input' } as const;
  return withoutClosing(z.toJSONSchema(AppConfigSchema, options).properties) as JsonObject;
}

function withoutClosing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClosing);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => key !== 'additionalProperties' || member !== false)
      .map(([key, member]) => [key, withoutClosing(member)]),
  );
}
