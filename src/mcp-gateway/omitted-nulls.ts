import { isJsonObject, type JsonObject } from '../kernel/json/json.js';

/** Schemas are followed so far through references and alternatives. */
const maxSteps = 16;

/**
 * Arguments as the tool takes them: a strict model says `null` for what it leaves out, so a `null` for an optional member whose own schema
 * refuses null is left out. The same object where there is none.
 */
export function withoutOmitted(args: JsonObject, inputSchema: unknown): JsonObject {
  return holdsNull(args) ? (omitted(args, inputSchema, inputSchema) as JsonObject) : args;
}

function holdsNull(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (holdsNull(member)) return true;
  return false;
}

function omitted(value: unknown, schema: unknown, root: unknown): unknown {
  const forms = formsOf(schema, root, maxSteps);
  if (Array.isArray(value)) {
    const items = forms.find(({ items: of }) => isJsonObject(of))?.['items'];
    return items === undefined ? value : (value as unknown[]).map((item) => omitted(item, items, root));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const declaring = forms.filter(
        ({ properties }) => isJsonObject(properties) && Object.hasOwn(properties, name),
      );
      const [schemaOf] = declaring.map(({ properties }) => (properties as JsonObject)[name]);
      if (member !== null) return [[name, schemaOf === undefined ? member : omitted(member, schemaOf, root)]];
      const isOmitted =
        declaring.length > 0 &&
        !forms.some(({ required }) => Array.isArray(required) && required.includes(name)) &&
        declaring.every(({ properties }) => !takesNull((properties as JsonObject)[name], root, maxSteps));
      return isOmitted ? [] : [[name, member]];
    }),
  );
}

/** The schema and what it refers to or combines, each an object. */
function formsOf(schema: unknown, root: unknown, steps: number): readonly JsonObject[] {
  if (!isJsonObject(schema) || steps <= 0) return [];
  const { $ref, allOf, anyOf, oneOf } = schema;
  const others = [allOf, anyOf, oneOf].flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : []));
  const target = typeof $ref === 'string' ? [resolved(root, $ref)] : [];
  return [schema, ...[...target, ...others].flatMap((part) => formsOf(part, root, steps - 4))];
}

/** In doubt it does: what is not known to be refused is passed on. */
function takesNull(schema: unknown, root: unknown, steps: number): boolean {
  if (!isJsonObject(schema) || steps <= 0) return schema !== false;
  const { type, enum: values, const: value, anyOf, oneOf, allOf, $ref, nullable } = schema;
  if (nullable === true) return true;
  const takes = (part: unknown) => takesNull(part, root, steps - 1);
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).includes('null')) return false;
  if (Array.isArray(values) && values.length > 0 && !values.includes(null)) return false;
  if (value !== undefined && value !== null) return false;
  for (const alternatives of [anyOf, oneOf])
    if (Array.isArray(alternatives) && !alternatives.some(takes)) return false;
  if (Array.isArray(allOf) && !allOf.every(takes)) return false;
  return typeof $ref !== 'string' || takes(resolved(root, $ref));
}

function resolved(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}
