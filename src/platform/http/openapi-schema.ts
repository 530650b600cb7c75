import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const target = 'openapi-3.0';
const uri = (id: string): string => `#/components/schemas/${id}`;

/** Every schema with an id, as the named schemas of an OpenAPI document. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { target, uri, io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]));
}

/** A schema as OpenAPI shows it in place: a reference when it has an id. */
export function toOpenApiSchema(schema: unknown): { schema: JsonSchema } {
  const type = schema as z.ZodType;
  const id = z.globalRegistry.get(type)?.id;
  if (id !== undefined) return { schema: { $ref: uri(id) } };
  const inlined = JSON.stringify(
    withoutDialect(z.toJSONSchema(type, { target, io: 'input', unrepresentable: 'any' })),
  );
  return { schema: JSON.parse(inlined.replaceAll('"#/definitions/', `"${uri('')}`)) as JsonSchema };
}

function withoutDialect(schema: object): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([key]) => key !== '$schema' && key !== '$id' && key !== 'id' && key !== 'definitions',
    ),
  );
}
