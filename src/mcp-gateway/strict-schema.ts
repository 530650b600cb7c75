import { isJsonObject, type JsonObject } from '../kernel/json/json.js';
import type { ObjectSchema } from './provider-schema.js';
import { StrictBudget } from './strict-budget.js';
import { NotStrict, strictKeywords, toldIn } from './strict-keywords.js';

/** A schema of the subset that OpenAI calls strict, or a sentence why there is none. */
export type StrictForm =
  | { readonly schema: ObjectSchema; readonly why?: never }
  | { readonly schema?: never; readonly why: string };

/**
 * The strict form of an object schema: every object is closed and requires all of its members, those that were optional take `null`, and
 * what the subset does not know is said in descriptions. A schema that would mean something else then has none.
 */
export function toStrictForm(schema: ObjectSchema): StrictForm {
  const converter = new Converter(new StrictBudget());
  try {
    const { $defs, definitions, ...root } = schema;
    const named = Object.entries({ ...record(definitions), ...record($defs) });
    const strict = converter.closed(root, '', 1);
    const defs = named.map(([name, part]) => [name, converter.strict(part, `/$defs/${name}`, 1)] as const);
    return {
      schema: {
        ...strict,
        ...(defs.length === 0 ? {} : { $defs: Object.fromEntries(defs) }),
      } as unknown as ObjectSchema,
    };
  } catch (error) {
    if (error instanceof NotStrict) return { why: error.message };
    throw error;
  }
}

class Converter {
  constructor(private readonly budget: StrictBudget) {}

  strict(schema: unknown, at: string, depth: number): JsonObject {
    this.budget.enter(depth, at);
    if (!isJsonObject(schema)) throw new NotStrict(at, 'may be anything');
    if (typeof schema['$ref'] === 'string') return { $ref: referenceOf(schema['$ref'], at) };
    const alternatives = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(alternatives)) return this.alternatives(schema, alternatives, at, depth);
    if (Array.isArray(schema['allOf'])) return this.conjunction(schema, schema['allOf'], at, depth);
    const types = typesOf(schema, at);
    const [only] = types;
    if (types.filter((type) => type !== 'null').length > 1 && types.some((type) => holdsOthers(type)))
      return this.alternatives(
        Object.fromEntries(
          Object.entries(schema).filter(([key]) => key === 'description' || key === 'title'),
        ),
        types.map((type) => ({ ...schema, type })),
        at,
        depth,
      );
    const main = types.find((type) => type !== 'null') ?? only;
    if (main === 'object')
      return withType(this.closed(schema, at, depth), types.includes('null') ? ['object', 'null'] : 'object');
    if (main === 'array') return { ...this.list(schema, at, depth), type: types.length === 1 ? only : types };
    const values = this.budget.values(schema, at);
    return {
      ...strictKeywords(schema, main),
      ...(values === undefined ? {} : { enum: values }),
      type: types.length === 1 ? only : types,
    };
  }

  /** An object with declared members only. */
  closed(schema: JsonObject, at: string, depth: number): JsonObject {
    const properties = record(schema['properties']);
    const { additionalProperties: others, patternProperties } = schema;
    if (isJsonObject(patternProperties) && Object.keys(patternProperties).length > 0)
      throw new NotStrict(at, 'has members by pattern');
    if (isJsonObject(others) && Object.keys(others).length > 0)
      throw new NotStrict(at, 'takes members of any name');
    const names = Object.keys(properties);
    if (names.length === 0 && at !== '' && others !== false)
      throw new NotStrict(at, 'is an object whose members are not declared');
    this.budget.members(names, at);
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    const undeclared = [...required].filter((name) => !Object.hasOwn(properties, String(name)));
    if (undeclared.length > 0)
      throw new NotStrict(at, `requires ${undeclared.join(', ')} without declaring it`);
    const members = names.map((name) => {
      const member = this.strict(properties[name], `${at}/${name}`, depth + 1);
      return [name, required.has(name) ? member : nullable(member)] as const;
    });
    return {
      ...strictKeywords(schema, 'object'),
      type: 'object',
      properties: Object.fromEntries(members),
      required: names,
      additionalProperties: false,
    };
  }

  private list(schema: JsonObject, at: string, depth: number): JsonObject {
    if (Array.isArray(schema['prefixItems'])) throw new NotStrict(at, 'is a list with a type for each place');
    return {
      ...strictKeywords(schema, 'array'),
      items: this.strict(schema['items'], `${at}/items`, depth + 1),
    };
  }

  private alternatives(
    schema: JsonObject,
    alternatives: readonly unknown[],
    at: string,
    depth: number,
  ): JsonObject {
    const beside = without(schema, ['anyOf', 'oneOf']);
    const own = isJsonObject(beside['properties']) || beside['type'] === 'object';
    // Such alternatives only say which members go together.
    if (own && alternatives.every(onlyRequires))
      return this.strict(toldIn(beside, 'anyOf', alternatives), at, depth);
    if (own) throw new NotStrict(at, 'is an object with alternatives beside its members');
    const parts = alternatives.map((part, index) =>
      this.strict(inheriting(part, beside), `${at}/anyOf/${String(index)}`, depth),
    );
    return { ...strictKeywords(beside, undefined), anyOf: parts };
  }

  private conjunction(schema: JsonObject, parts: readonly unknown[], at: string, depth: number): JsonObject {
    const beside = without(schema, ['allOf']);
    const [only] = parts;
    const told = Object.keys(beside).every((key) => ['title', 'description', 'default'].includes(key));
    if (parts.length !== 1 || !isJsonObject(only) || !told)
      throw new NotStrict(at, 'has to meet several schemas at once');
    return this.strict(typeof only['$ref'] === 'string' ? only : { ...only, ...beside }, at, depth);
  }
}

function without(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !names.includes(key)));
}

function inheriting(part: unknown, { type }: JsonObject): unknown {
  return isJsonObject(part) && type !== undefined && !('type' in part) && !('$ref' in part)
    ? { type, ...part }
    : part;
}

function onlyRequires(part: unknown): boolean {
  return (
    isJsonObject(part) && Object.keys(part).every((key) => ['required', 'description', 'title'].includes(key))
  );
}

function withType(schema: JsonObject, type: unknown): JsonObject {
  return { ...schema, type };
}

function referenceOf(reference: string, at: string): string {
  const [, name] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  if (name !== undefined) return `#/$defs/${name}`;
  if (reference === '#') return reference;
  throw new NotStrict(at, `refers to ${reference.slice(0, 100)}`);
}

const known: ReadonlySet<string> = new Set([
  ...['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'],
]);

function typesOf({ type, ...schema }: JsonObject, at: string): readonly string[] {
  const given = (Array.isArray(type) ? (type as unknown[]) : [type])
    .map(String)
    .filter((one) => known.has(one));
  if (given.length > 0) return given;
  const values = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  const told = 'const' in schema ? [schema['const']] : values;
  if (told.length > 0) return [...new Set(told.map(typeOf))];
  if (isJsonObject(schema['properties'])) return ['object'];
  if (isJsonObject(schema['items'])) return ['array'];
  throw new NotStrict(at, 'may be anything');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function holdsOthers(type: string): boolean {
  return type === 'object' || type === 'array';
}

/** The same, or null. */
function nullable(schema: JsonObject): JsonObject {
  const { type, anyOf, enum: values } = schema;
  if (Array.isArray(anyOf))
    return anyOf.some((part) => isJsonObject(part) && part['type'] === 'null')
      ? schema
      : { ...schema, anyOf: [...(anyOf as unknown[]), { type: 'null' }] };
  if (typeof type === 'string' && type !== 'object' && type !== 'array') {
    if (type === 'null') return schema;
    return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: withNull(values) } : {}) };
  }
  if (Array.isArray(type))
    return type.includes('null')
      ? schema
      : {
          ...schema,
          type: [...(type as unknown[]), 'null'],
          ...(Array.isArray(values) ? { enum: withNull(values) } : {}),
        };
  return { anyOf: [schema, { type: 'null' }] };
}

function withNull(values: readonly unknown[]): readonly unknown[] {
  return values.includes(null) ? values : [...values, null];
}

function record(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
