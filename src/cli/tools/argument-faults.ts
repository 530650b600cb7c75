import { nearestOf } from '../../kernel/text/nearest.js';
import { isEqual, isObject, type ConfigObject } from '../project/json-value.js';
import { typeText } from './argument-table.js';

/** Schemas come from servers: one that is deeper is looked at no further. */
const maxDepth = 16;

/**
 * What surely does not fit the schema of a tool, a sentence each. Looked at are types, listed values, required and unknown members, bounds
 * of numbers, lengths; what else a schema says is for the server to judge.
 */
export function argumentFaults(value: unknown, schema: unknown, path = '', depth = 0): readonly string[] {
  if (!isObject(schema) || depth > maxDepth || '$ref' in schema) return [];
  const shown = path === '' ? 'The arguments' : path;
  const parts: unknown = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(parts)) {
    const tried = parts.map((part) => argumentFaults(value, part, path, depth + 1));
    return tried.some((faults) => faults.length === 0)
      ? []
      : [`${shown} must be ${typeText(schema)}: ${told(value)}`];
  }
  const { enum: values, const: constant } = schema;
  if (Array.isArray(values) && !values.some((one) => isEqual(one, value)))
    return [`${shown} must be ${typeText(schema)}: ${told(value)}${meant(value, values)}`];
  if (constant !== undefined && !isEqual(constant, value))
    return [`${shown} must be ${typeText(schema)}: ${told(value)}`];
  if (!hasType(value, schema['type'])) return [`${shown} must be ${typeText(schema)}: ${told(value)}`];
  if (isObject(value)) return memberFaults(value, schema, path, depth);
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      argumentFaults(item, schema['items'], `${path}[${String(index)}]`, depth + 1),
    );
  return boundFaults(value, schema, shown);
}

function memberFaults(value: ConfigObject, schema: ConfigObject, path: string, depth: number): string[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at(name)} is missing`);
  const others = Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(properties, name)
      ? argumentFaults(member, properties[name], at(name), depth + 1)
      : unknownFault(name, at(name), value, schema, Object.keys(properties)),
  );
  return [...others, ...missing];
}

/** What a schema leaves open may be sent, but not what is all but the name of something that it knows. */
function unknownFault(
  name: string,
  shown: string,
  value: ConfigObject,
  { additionalProperties, patternProperties }: ConfigObject,
  known: readonly string[],
): string[] {
  const nearest = nearestOf(
    name,
    known.filter((one) => !Object.hasOwn(value, one)),
  );
  if (nearest !== undefined && additionalProperties !== true && !isObject(additionalProperties))
    return [`there is no argument ${shown}; did you mean ${nearest}?`];
  if (additionalProperties !== false || patternProperties !== undefined) return [];
  return [`there is no argument ${shown}${known.length === 0 ? '' : `; there are: ${known.join(', ')}`}`];
}

function hasType(value: unknown, type: unknown): boolean {
  const types = Array.isArray(type) ? type : [type];
  return types.some((name) => {
    switch (name) {
      case 'string':
      case 'boolean':
        return typeof value === name;
      case 'number':
        return typeof value === 'number';
      case 'integer':
        return Number.isInteger(value);
      case 'null':
        return value === null;
      case 'array':
        return Array.isArray(value);
      case 'object':
        return isObject(value);
      default:
        return true;
    }
  });
}

function boundFaults(value: unknown, schema: ConfigObject, shown: string): string[] {
  const size = typeof value === 'string' ? Array.from(value).length : value;
  const [least, most] =
    typeof value === 'string'
      ? [schema['minLength'], schema['maxLength']]
      : [schema['minimum'], schema['maximum']];
  const unit = typeof value === 'string' ? ' characters long' : '';
  if (typeof size !== 'number') return [];
  if (typeof least === 'number' && size < least)
    return [`${shown} must be at least ${String(least)}${unit}: ${told(value)}`];
  if (typeof most === 'number' && size > most)
    return [`${shown} must be at most ${String(most)}${unit}: ${told(value)}`];
  return [];
}

function meant(value: unknown, values: readonly unknown[]): string {
  const texts = values.filter((one) => typeof one === 'string');
  const nearest = typeof value === 'string' ? nearestOf(value, texts) : undefined;
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

function told(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
