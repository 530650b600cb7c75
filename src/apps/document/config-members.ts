import { z } from 'zod';
import { AppConfigSchema } from './app-config.schema.js';

/** The members that a config can have at a place: `[]` is its top, `['mcpServers', 'github']` a server. */
export function configMembersAt(path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = AppConfigSchema;
  for (const part of path) at = inside(unwrapped(at), String(part));
  const object = unwrapped(at);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function inside(schema: unknown, name: string): unknown {
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodObject
    ? (schema.shape as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}
