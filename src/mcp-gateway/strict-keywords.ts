import type { JsonObject } from '../kernel/json/json.js';

/** A part of a schema has no strict form. */
export class NotStrict extends Error {
  constructor(at: string, why: string) {
    super(`${at === '' ? 'The input' : `The input at ${at}`} ${why}, which the strict subset cannot say.`);
  }
}

/** What the subset knows besides types and members, by type. */
const supported: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format'],
  number: ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  array: ['minItems', 'maxItems'],
};
const formats: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);

/** Members that the conversion itself deals with, or that say nothing to a model. */
const structural: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems', 'enum', 'const'],
  ...['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'definitions', '$schema', '$id', '$anchor', '$comment'],
  ...['title', 'description', 'patternProperties', 'unevaluatedProperties', 'examples', 'nullable'],
]);

/** Title, description and the rules that the subset knows for `type`; others are told in the description. */
export function strictKeywords(schema: JsonObject, type: string | undefined): JsonObject {
  const rules = supported[type === 'integer' ? 'number' : (type ?? '')] ?? [];
  const kept: Record<string, unknown> = {};
  let told = schema;
  for (const [key, value] of Object.entries(schema)) {
    if (structural.has(key) || key.startsWith('x-')) continue;
    if (rules.includes(key) && isTaken(key, value)) kept[key] = value;
    else told = toldIn(told, key, value);
  }
  const { title, description } = told;
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...kept,
  };
}

/** The schema with a rule said in its description. */
export function toldIn(schema: JsonObject, rule: string, value: unknown): JsonObject {
  const { description } = schema;
  const sentence = `${rule}: ${JSON.stringify(value)}`.slice(0, 500);
  return {
    ...schema,
    description:
      typeof description === 'string' && description !== '' ? `${description} (${sentence})` : sentence,
  };
}

/** Expressions that look ahead or behind are refused, and so are formats that are not in the list. */
function isTaken(key: string, value: unknown): boolean {
  if (key === 'format') return formats.has(value);
  if (key === 'pattern') return typeof value === 'string' && !/\(\?|\\[1-9pPkbB]/.test(value);
  return typeof value === 'number';
}
