import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { isObject, resolved, textOf, type JsonSchema } from '../schema-form/json-schema.ts';
import { cursorAt } from './json-places.ts';

/** Completes members and values of a JSON text by its schema. */
export function schemaCompletion(
  schema: JsonSchema,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const cursor = cursorAt(state, pos);
    if (cursor === undefined) return null;
    const { path, kind, names, typed } = cursor;
    if (!explicit && typed.from === typed.to && kind === 'value') return null;
    const at = path.reduce<readonly JsonSchema[]>(
      (all, key) => all.flatMap((one) => under(one, key, schema)),
      [resolved(schema, schema)],
    );
    const options =
      kind === 'name'
        ? at.flatMap((one) => membersOf(one, schema)).filter(({ label }) => !names.includes(label))
        : at.flatMap(valuesOf);
    if (options.length === 0) return null;
    return { from: typed.from, to: Math.max(typed.to, pos), options: quotedAs(options), filter: true };
  };
}

/** The words of a text begin with its quote when one has been typed. */
function quotedAs(options: readonly Completion[]): Completion[] {
  const once = new Map(options.map((option) => [option.label, option]));
  return [...once.values()].map((option) => ({
    ...option,
    displayLabel: option.label,
    label: `"${option.label}"`,
  }));
}

/** The schemas that hold for a member, or an item. */
function under(schema: JsonSchema, key: string, root: JsonSchema): readonly JsonSchema[] {
  const { properties, additionalProperties, items, choices } = schema;
  const own = [
    isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined,
    isObject(properties) && Object.hasOwn(properties, key) ? undefined : additionalProperties,
    /^\d+$/.test(key) ? items : undefined,
  ];
  const inner = own.filter(isObject).map((one) => resolved(one, root));
  const others = Array.isArray(choices) ? choices : [];
  return [...inner, ...others.flatMap((one) => under(resolved(one, root), key, root))];
}

function membersOf({ properties, choices }: JsonSchema, root: JsonSchema): readonly Completion[] {
  const own = isObject(properties)
    ? Object.entries(properties).map(([name, raw]) => {
        const { description } = resolved(raw, root);
        const info = textOf(description);
        return { label: name, type: 'property', ...(info === undefined ? {} : { info }) };
      })
    : [];
  const others = Array.isArray(choices) ? choices : [];
  return [...own, ...others.flatMap((one) => membersOf(resolved(one, root), root))];
}

function valuesOf(schema: JsonSchema): readonly Completion[] {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values)) return [];
  return values.filter((value) => typeof value === 'string').map((label) => ({ label, type: 'enum' }));
}
