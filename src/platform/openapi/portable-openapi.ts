import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.js';

type Mutable = Record<string, unknown>;

/**
 * Puts a document into the forms that generators of clients agree on: objects in place have a title that names their type
 * (openapi-python-client), open objects say so with `true`, alternatives by name are `oneOf` (openapi-generator for Rust and Java), the
 * path parameter `server` has a name of its own in Go (oapi-codegen), and a body may be left out where all of it may.
 */
export function portable(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components.schemas;
  const taken = new Set(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) portableSchema(schema, name, taken, true);
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) {
      for (const parameter of operation.parameters)
        if (parameter.in === 'path' && parameter.name === 'server') parameter['x-go-name'] = 'ServerName';
      if (operation.requestBody !== undefined) portableBody(operation, operation.requestBody, schemas, taken);
      for (const [status, response] of Object.entries(operation.responses))
        for (const { schema } of Object.values(response.content ?? {}))
          portableSchema(schema, `${pascal(operation.operationId)}${pascal(status)}`, taken);
    }
  return document;
}

function portableBody(
  { operationId }: OpenApiOperation,
  body: NonNullable<OpenApiOperation['requestBody']>,
  named: Readonly<Record<string, unknown>>,
  taken: Set<string>,
): void {
  const bodies = Object.values(body.content).map(({ schema }) => schema);
  for (const schema of bodies) portableSchema(schema, `${pascal(operationId)}Body`, taken);
  body.required = bodies.some((schema) => isNeeded(target(schema, named)));
}

function target(schema: unknown, named: Readonly<Record<string, unknown>>): unknown {
  const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' ? named[reference.split('/').at(-1) ?? ''] : schema;
}

/** No body counts as an empty object. */
function isNeeded(schema: unknown): boolean {
  if (!isJsonObject(schema) || schema['type'] !== 'object') return true;
  const { required, minProperties } = schema;
  return (Array.isArray(required) && required.length > 0) || Number(minProperties ?? 0) > 0;
}

function portableSchema(schema: unknown, name: string, taken: Set<string>, isNamed = false): void {
  if (!isJsonObject(schema) || '$ref' in schema) return;
  const members = schema as Mutable;
  const { properties, items, additionalProperties, anyOf } = schema;
  if (isEmpty(additionalProperties)) members['additionalProperties'] = true;
  if (!isNamed && isJsonObject(properties) && members['title'] === undefined)
    members['title'] = freeTitle(name, taken);
  if (Array.isArray(anyOf) && anyOf.every((part) => isJsonObject(part) && '$ref' in part)) {
    members['oneOf'] = anyOf;
    delete members['anyOf'];
  }
  for (const [key, part] of Object.entries(isJsonObject(properties) ? properties : {}))
    portableSchema(part, `${name}${pascal(key)}`, taken);
  portableSchema(items, `${name}Item`, taken);
  portableSchema(additionalProperties, `${name}Value`, taken);
  for (const combination of ['anyOf', 'oneOf', 'allOf'])
    for (const [index, part] of listOf(members[combination]).entries())
      portableSchema(part, `${name}Form${String(index + 1)}`, taken);
}

/** A title names a type beside those that have a name already. */
function freeTitle(name: string, taken: Set<string>): string {
  const title = taken.has(name) ? freeTitle(`${name}Object`, taken) : name;
  taken.add(title);
  return title;
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function listOf(value: unknown): readonly (JsonObject | undefined)[] {
  return Array.isArray(value) ? (value as (JsonObject | undefined)[]) : [];
}

function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
