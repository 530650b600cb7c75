import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const target = 'openapi-3.0';
const uri = (id: string): string => `#/components/schemas/${id}`;

/** Every schema with an id, as the named schemas of an OpenAPI document. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { target, uri, io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema)]));
}

/** A schema as OpenAPI shows it in place: a reference when it has an id. */
export function toOpenApiSchema(schema: unknown): { schema: JsonSchema } {
  const type = schema as z.ZodType;
  const id = z.globalRegistry.get(type)?.id;
  if (id !== undefined) return { schema: { $ref: uri(id) } };
  return { schema: tidy(z.toJSONSchema(type, { target, io: 'input', unrepresentable: 'any' })) };
}

const dialect = new Set(['$schema', '$id', 'id', 'definitions']);

/** Takes out what OpenAPI does not know, points references at the named schemas and unwraps a lone `allOf`. */
function tidy(schema: object): JsonSchema {
  const members = Object.entries(schema).filter(([key]) => !dialect.has(key));
  const json = JSON.stringify(Object.fromEntries(members)).replaceAll('"#/definitions/', `"${uri('')}`);
  return JSON.parse(json, (_, value: unknown) => unwrapped(value) ?? withoutDatePattern(value)) as JsonSchema;
}

function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'allOf') return undefined;
  const { allOf } = value as { allOf: readonly unknown[] };
  return allOf.length === 1 ? allOf[0] : undefined;
}

/** `format` says it already; generators of clients stumble over an expression that knows leap years. */
function withoutDatePattern(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { pattern, ...rest } = value as JsonSchema;
  return pattern !== undefined && rest['format'] === 'date-time' ? rest : value;
}
