import { RE2JS } from 're2js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { Effort } from './effort.js';
import { valueFaults } from './schema-values.js';

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
/** Longer ones are not matched: even in linear time they would keep others waiting. */
const maxPattern = 256;
const maxMatched = 10_000;

/** Whether JSON Schema knows a type of this name. */
export function isTypeName(name: unknown): boolean {
  return typeof name === 'string' && typeNames.has(name);
}

/** Compiled once for as long as the schema lives; `undefined` is not of the linear kind. */
const patterns = new WeakMap<JsonObject, { readonly regex: RE2JS | undefined }>();

/** What is wrong with a value by itself, whatever is inside it. Throws `TooMuchEffort`. */
export function literalFaults(schema: JsonObject, value: unknown, effort: Effort): string[] {
  const types = asList(schema['type']).slice(0, typeNames.size);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return [`must be ${types.map(withArticle).join(' or ')}`];
  const wrong = valueFaults(schema, value, effort);
  if (wrong.length > 0) return wrong;
  if (typeof value === 'number') return numberFaults(schema, value);
  if (typeof value === 'string') return textFaults(schema, value, effort);
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

function textFaults(schema: JsonObject, value: string, effort: Effort): string[] {
  const { pattern, minLength, maxLength } = schema;
  const isCounted = minLength !== undefined || maxLength !== undefined;
  if (isCounted) effort.spend(value.length / 100);
  const isRight = typeof pattern !== 'string' || matches(schema, pattern, value, effort);
  return [
    ...(isCounted ? countFaults(schema, Array.from(value).length, 'Length', 'characters') : []),
    ...(isRight ? [] : [`must match ${pattern}`]),
  ];
}

/** Patterns that are not of the linear kind are passed over. */
function matches(schema: JsonObject, pattern: string, value: string, effort: Effort): boolean {
  if (pattern.length > maxPattern || value.length > maxMatched) return true;
  effort.spend((pattern.length * value.length) / 80);
  return regexOf(schema, pattern, effort)?.matcher(value).find() !== false;
}

function regexOf(schema: JsonObject, pattern: string, effort: Effort): RE2JS | undefined {
  let known = patterns.get(schema);
  if (known === undefined) {
    effort.spend(pattern.length);
    known = { regex: compiled(pattern) };
    patterns.set(schema, known);
  }
  return known.regex;
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
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
