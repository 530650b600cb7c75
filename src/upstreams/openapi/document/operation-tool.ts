import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { OperationPlan } from '../request/operation-plan.js';
import { ArgumentNames } from './argument-names.js';
import { bodyOf } from './body-plans.js';
import { parametersOf, type SentAnyway } from './parameter-plans.js';
import type { ReadOperation, References } from './read-document.js';
import { cutText, isBinary } from './schema-words.js';
import { SchemaWriter, type WrittenSchema } from './schema-writer.js';

/** The member of `_meta` that says which operation a tool is, as `GET /pets/{id}`. */
const operationKey = 'gantry/operation';
const longestTitle = 200;
const longestDescription = 4000;

/** An operation as a tool, and how its calls become requests. */
export interface OperationTool {
  readonly tool: JsonObject;
  readonly plan: OperationPlan;
  /** What it took to write its schema (`SchemaWriter.work`). */
  readonly work: number;
}

/** What of the document an operation is written with. */
export interface ToolContext {
  readonly references: References;
  readonly sent: SentAnyway;
  /** What the document says of security for operations that say nothing. */
  readonly security: unknown;
  /** Path of the server that the operation names itself, where it names one. */
  readonly base: string;
}

/** An operation as a tool, written in steps that can be put aside. */
export function* writingTool(
  name: string,
  operation: ReadOperation,
  context: ToolContext,
): Generator<undefined, OperationTool> {
  const { references, sent } = context;
  const names = new ArgumentNames();
  const parameters = parametersOf(operation, references, names, sent);
  const body = bodyOf(operation.body, references, names);
  const writer = new SchemaWriter(references);
  const properties: [string, unknown][] = [];
  const required: string[] = [];
  for (const { plan, schema, description } of parameters) {
    yield undefined;
    properties.push([plan.argument, described(writer.write(schema), description)]);
    if (plan.isRequired) required.push(plan.argument);
  }
  for (const { argument, schema, isRequired, isFile } of body?.arguments ?? []) {
    yield undefined;
    const written = isFile === true ? asFile(references, schema) : writer.write(schema);
    properties.push([
      argument,
      argument === body?.plan.whole ? described(written, body.description) : written,
    ]);
    if (isRequired) required.push(argument);
  }
  const rest = body?.rest === undefined ? false : writer.write(body.rest === true ? {} : body.rest);
  const definitions = yield* writer.finishing();
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: rest,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  };
  const route = requestRoute(operation, context.base);
  return {
    work: writer.work,
    tool: {
      ...{ name, ...textsOf(operation), inputSchema: schema, annotations: annotationsOf(operation) },
      // Pins are of all that is listed: another operation under the same name is another tool.
      _meta: { [operationKey]: `${route.method} ${route.path}` },
    },
    plan: {
      ...route,
      ...(typeof operation.operationId === 'string' ? { operationId: operation.operationId } : {}),
      parameters: parameters.map(({ plan }) => plan),
      body: body?.plan,
      schemes: schemesOf(operation.security ?? context.security),
    },
  };
}

/** Where the requests of an operation go. What stands behind `#` tells operations of one path apart, in documents that need that. */
export function requestRoute(
  { method, path }: ReadOperation,
  base: string,
): Pick<OperationPlan, 'method' | 'path'> {
  return { method: method.toUpperCase(), path: `${base}${path.replace(/#.*$/s, '')}` };
}

/** A file is given as base64. */
function asFile(references: References, schema: unknown): WrittenSchema {
  const resolved = references.resolve(schema) ?? {};
  const { type, items, description } = resolved;
  const told = typeof description === 'string' ? `${cutText(description, 1000)} ` : '';
  const file = { type: 'string', contentEncoding: 'base64' };
  const isList = type === 'array' && isBinary(references.resolve(items));
  return isList
    ? { type: 'array', items: file, description: `${told}Each as base64.` }
    : { ...file, description: `${told}As base64.` };
}

/** What is said of a parameter is said of its argument, unless its schema says something itself. */
function described(schema: WrittenSchema | boolean, description: unknown): unknown {
  if (typeof schema === 'boolean' || typeof description !== 'string' || description === '') return schema;
  // The very object: it may be a reference that is written out in the end.
  schema['description'] ??= cutText(description, 1000);
  return schema;
}

function textsOf({ summary, description, deprecated, method, path }: ReadOperation): JsonObject {
  const title = typeof summary === 'string' && summary !== '' ? cutText(summary, longestTitle) : undefined;
  const texts = [
    ...(deprecated === true ? ['Deprecated.'] : []),
    ...(typeof summary === 'string' ? [summary] : []),
    ...(typeof description === 'string' && description !== summary ? [description] : []),
  ].filter((text) => text !== '');
  const text = texts.length === 0 ? `${method.toUpperCase()} ${path}` : texts.join('\n\n');
  return { ...(title === undefined ? {} : { title }), description: cutText(text, longestDescription) };
}

/** What the method says of an operation (RFC 9110 §9.2). */
function annotationsOf({ method }: ReadOperation): JsonObject {
  const open = { openWorldHint: true };
  switch (method) {
    case 'get':
    case 'head':
    case 'options':
    case 'trace':
      return { readOnlyHint: true, ...open };
    case 'delete':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true, ...open };
    case 'put':
      return { readOnlyHint: false, idempotentHint: true, ...open };
    default:
      return { readOnlyHint: false, ...open };
  }
}

/** All that some alternative names: which of them there are values for is the declaration's to say. */
function schemesOf(security: unknown): readonly string[] | undefined {
  if (!Array.isArray(security)) return undefined;
  return [...new Set(security.flatMap((one: unknown) => (isJsonObject(one) ? Object.keys(one) : [])))];
}
