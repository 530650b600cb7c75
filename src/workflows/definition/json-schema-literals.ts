import { isDeepStrictEqual } from 'node:util';
import { RE2JS } from 're2js';
import type { JsonObject } from '../../kernel/json.js';

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
/** Longer ones are not matched: even in linear time they would keep others waiting. */
const maxPattern = 256;
const maxMatched = 10_000;

/** Whether JSON Schema knows a type of this name. */
export function isTypeName(name: unknown): boolean {
  return typeof name === 'string' && typeNames.has(name);
}

/** What is wrong with a value by itself, whatever is inside it. */
export function literalFaults(schema: JsonObject, value: unknown): string[] {
  const types = asList(schema['type']);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return [`must be ${types.map(withArticle).join(' or ')}`];
  const { enum: allowed } = schema;
  if (Array.isArray(allowed) && !allowed.some((one) => isDeepStrictEqual(one, value)))
    return [`must be one of ${JSON.stringify(allowed.slice(0, 20))}`];
  if (Object.hasOwn(schema, 'const') && !isDeepStrictEqual(schema['const'], value))
    return [`must be ${JSON.stringify(schema['const'])}`];
  if (typeof value === 'number') return numberFaults(schema, value);
  if (typeof value === 'string') return textFaults(schema, value);
  if (Array.isArray(value)) return countFaults(schema, value.length, 'Items', 'items');
  return typeof value === 'object' && value !== null
    ? countFaults(schema, Object.keys(value).length, 'Properties', 'members')
    : [];
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function numberFaults(schema: JsonObject, value: number): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return [
    ...(typeof minimum === 'number' && value < minimum ? [`must be at least ${String(minimum)}`] : []),
    ...(typeof maximum === 'number' && value > maximum ? [`must be at most ${String(maximum)}`] : []),
    ...(typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum
      ? [`must be more than ${String(exclusiveMinimum)}`]
      : []),
    ...(typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum
      ? [`must be less than ${String(exclusiveMaximum)}`]
      : []),
    ...(typeof multipleOf === 'number' && multipleOf > 0 && !Number.isInteger(value / multipleOf)
      ? [`must be a multiple of ${String(multipleOf)}`]
      : []),
  ];
}

function textFaults(schema: JsonObject, value: string): string[] {
  const { pattern } = schema;
  return [
    ...countFaults(schema, Array.from(value).length, 'Length', 'characters'),
    ...(typeof pattern === 'string' && !matches(pattern, value) ? [`must match ${pattern}`] : []),
  ];
}

/** Patterns that are not of the linear kind are passed over. */
function matches(pattern: string, value: string): boolean {
  if (pattern.length > maxPattern || value.length > maxMatched) return true;
  try {
    return RE2JS.compile(pattern).matcher(value).find();
  } catch {
    return true;
  }
}

function countFaults(schema: JsonObject, count: number, keyword: string, what: string): string[] {
  const least = schema[`min${keyword}`];
  const most = schema[`max${keyword}`];
  return [
    ...(typeof least === 'number' && count < least ? [`must have at least ${String(least)} ${what}`] : []),
    ...(typeof most === 'number' && count > most ? [`must have at most ${String(most)} ${what}`] : []),
  ];
}

function withArticle(type: unknown): string {
  const name = String(type);
  return name === 'null' ? name : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`;
}

function asList(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
