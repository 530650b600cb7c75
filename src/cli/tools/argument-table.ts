import { isObject, type ConfigObject } from '../project/json-value.js';
import type { Terminal } from '../terminal/terminal.js';
import { printableText } from '../terminal/printable.js';

interface Argument {
  readonly name: string;
  readonly type: string;
  /** `required`, or what counts when it is left out. */
  readonly need: string;
  readonly description: string;
}

/** The arguments that a schema describes, as a table. */
export function writeArguments(terminal: Terminal, schema: ConfigObject | undefined, none: string): void {
  terminal.table(
    [
      { heading: 'ARGUMENT', text: ({ name }) => name },
      { heading: 'TYPE', text: ({ type }) => type },
      { heading: '', text: ({ need }) => need },
      { heading: 'WHAT IT IS', text: ({ description }) => description },
    ],
    argumentsOf(schema),
    none,
  );
}

function argumentsOf(schema: ConfigObject | undefined): readonly Argument[] {
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  return Object.entries(properties)
    .map(([name, property]): Argument => {
      const of = isObject(property) ? property : {};
      const preset = of['default'] === undefined ? '' : `default ${printableText(of['default'])}`;
      return {
        name,
        type: typeText(of),
        need: required.includes(name) ? 'required' : preset,
        description: printableText(of['description'] ?? of['title']),
      };
    })
    .sort((a, b) => Number(b.need === 'required') - Number(a.need === 'required'));
}

/** `string`, `integer[]`, `"asc" | "desc"`. */
export function typeText(schema: unknown): string {
  if (!isObject(schema)) return 'anything';
  const { type, enum: values, const: constant, items, anyOf, oneOf } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (constant !== undefined) return JSON.stringify(constant);
  const parts: unknown = anyOf ?? oneOf;
  if (Array.isArray(parts)) return [...new Set(parts.map(typeText))].join(' | ');
  if (type === 'array') return items === undefined ? 'array' : `${bracketed(typeText(items))}[]`;
  if (Array.isArray(type)) return type.map(String).join(' | ');
  return typeof type === 'string' ? type : 'anything';
}

function bracketed(text: string): string {
  return text.includes('|') ? `(${text})` : text;
}
