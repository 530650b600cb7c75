import {
  isObject,
  numberOf,
  resolved,
  textOf,
  typesOf,
  type JsonSchema,
  type Patience,
} from './json-schema.ts';

interface Common {
  /** The member that it fills; of an item of a list, nothing. */
  readonly name: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly default?: unknown;
}

/** What a person fills in for one place of a value. */
export type FormField = Common &
  (
    | {
        readonly kind: 'text';
        readonly format?: string | undefined;
        readonly minLength?: number | undefined;
        readonly maxLength?: number | undefined;
        readonly pattern?: string | undefined;
        readonly isLong: boolean;
      }
    | {
        readonly kind: 'number';
        readonly isInteger: boolean;
        readonly minimum?: number | undefined;
        readonly maximum?: number | undefined;
        readonly above?: number | undefined;
        readonly below?: number | undefined;
        readonly multipleOf?: number | undefined;
      }
    | { readonly kind: 'switch' }
    | {
        readonly kind: 'choice';
        readonly options: readonly { readonly label: string; readonly value: unknown }[];
      }
    | {
        readonly kind: 'list';
        readonly item: FormField;
        readonly minItems?: number | undefined;
        readonly maxItems?: number | undefined;
        readonly isSet: boolean;
      }
    | { readonly kind: 'group'; readonly fields: readonly FormField[] }
    /** What has no form of its own is written as JSON. */
    | { readonly kind: 'json' }
  );

/** Schemas may contain themselves: below this they are written as JSON. */
const deepest = 4;

/** What a form is made from. */
interface Source {
  readonly root: JsonSchema;
  /** For its references. */
  readonly patience: Patience;
  /** How many fields it may still have: what comes after them is written as JSON. */
  fields: number;
}

/** Names of what is often more than a line. */
const longNames = /^(body|code|content|contents|html|markdown|message|notes?|prompt|query|sql|text)$/i;

/** The fields of a tool's arguments; `undefined` when its schema is no object with members to fill in. */
export function formFields(schema: JsonSchema): readonly FormField[] | undefined {
  const source = { root: schema, patience: { left: 10_000 }, fields: 400 };
  const field = fieldOf(schema, source, '', true, 0);
  return field.kind === 'group' ? field.fields : undefined;
}

function fieldOf(raw: unknown, source: Source, name: string, required: boolean, depth: number): FormField {
  const schema = resolved(raw, source.root, source.patience);
  source.fields--;
  const common = {
    name,
    label: textOf(schema['title']) ?? name,
    description: textOf(schema['description']),
    required,
    ...('default' in schema ? { default: schema['default'] } : {}),
  };
  return { ...common, ...shapeOf(schema, source, name, depth) } as FormField;
}

function shapeOf(schema: JsonSchema, source: Source, name: string, depth: number): object {
  if (source.fields < 0) return { kind: 'json' };
  const options = optionsOf(schema);
  if (options !== undefined) return { kind: 'choice', options };
  const [type, another] = typesOf(schema);
  if (another !== undefined || 'choices' in schema) return { kind: 'json' };
  switch (type ?? (isObject(schema['properties']) ? 'object' : undefined)) {
    case 'string':
      return textShape(schema, name);
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: type === 'integer',
        minimum: numberOf(schema['minimum']),
        maximum: numberOf(schema['maximum']),
        above: numberOf(schema['exclusiveMinimum']),
        below: numberOf(schema['exclusiveMaximum']),
        multipleOf: numberOf(schema['multipleOf']),
      };
    case 'boolean':
      return { kind: 'switch' };
    case 'array':
      return listShape(schema, source, depth);
    case 'object':
      return groupShape(schema, source, depth);
    default:
      return { kind: 'json' };
  }
}

function textShape(schema: JsonSchema, name: string): object {
  const maxLength = numberOf(schema['maxLength']);
  const format = textOf(schema['format']);
  return {
    kind: 'text',
    format,
    minLength: numberOf(schema['minLength']),
    maxLength,
    pattern: textOf(schema['pattern']),
    isLong:
      format === undefined && ((maxLength ?? 0) > 200 || (maxLength === undefined && longNames.test(name))),
  };
}

function listShape(schema: JsonSchema, source: Source, depth: number): object {
  if (depth >= deepest || !isObject(schema['items'])) return { kind: 'json' };
  const item = fieldOf(schema['items'], source, '', true, depth + 1);
  return {
    kind: 'list',
    item,
    minItems: numberOf(schema['minItems']),
    maxItems: numberOf(schema['maxItems']),
    isSet: schema['uniqueItems'] === true,
  };
}

function groupShape(schema: JsonSchema, source: Source, depth: number): object {
  const { properties, required } = schema;
  if (!isObject(properties) || (depth > 0 && Object.keys(properties).length === 0))
    return depth === 0 ? { kind: 'group', fields: [] } : { kind: 'json' };
  if (depth >= deepest) return { kind: 'json' };
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, property]) =>
    fieldOf(property, source, name, needed.includes(name), depth + 1),
  );
  return { kind: 'group', fields };
}

function optionsOf(schema: JsonSchema): { label: string; value: unknown }[] | undefined {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values)) return undefined;
  const names: readonly unknown[] = Array.isArray(schema['enumNames']) ? schema['enumNames'] : [];
  return values
    .map((value: unknown, index) => ({ label: textOf(names[index]) ?? labelOf(value), value }))
    .filter(({ value }) => value !== null);
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
