import { createRequire } from 'node:module';
import type RandomText from 'randexp';

/** Its types are those of a module, and it is none. */
const RandExp = createRequire(import.meta.url)('randexp') as (typeof RandomText)['default'];

type Schema = Readonly<Record<string, unknown>>;

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'ann@example.com',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  uuid: '2f1c3b54-9a3e-4c1e-8d55-0f0e6a7b8c9d',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
  byte: 'aGVsbG8=',
};

/** Makes arguments that a tool takes: all of them to a depth, and what must be there below it. */
export class MadeArguments {
  constructor(
    private readonly root: Schema,
    /** How deep members are made that may be left out. */
    private readonly depth: number,
    /** Which of several schemas is taken. */
    private readonly choice = 0,
  ) {}

  make(): Record<string, unknown> {
    return this.value(this.root, 0, 'value') as Record<string, unknown>;
  }

  private value(given: unknown, level: number, name: string): unknown {
    if (typeof given !== 'object' || given === null) return 'any';
    const schema = this.resolved(given as Schema);
    if ('const' in schema) return schema['const'];
    const choices = schema['enum'];
    if (Array.isArray(choices)) return choices.find((one) => one !== null && one !== '') ?? choices[0];
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => this.part(schema[word], word, name));
    if (parts.length > 0) {
      const own: Schema = Object.fromEntries(
        Object.entries(schema).filter(([word]) => !['allOf', 'anyOf', 'oneOf'].includes(word)),
      );
      const made = [
        ...parts,
        ...(Object.keys(own).some((word) => ['type', 'properties', 'required'].includes(word)) ? [own] : []),
      ].map((part) => this.value(part, level, name));
      return made.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
        ? (Object.assign({}, ...(made as object[])) as unknown)
        : made[0];
    }
    return this.plain(schema, level, name);
  }

  private part(value: unknown, word: string, name: string): unknown[] {
    if (!Array.isArray(value) || value.length === 0) return [];
    if (word === 'allOf') return value;
    // In an address a number is a text, too, and would fit both; a body that is a text is none to the validator.
    if (name === 'body') return [value[this.choice % value.length]];
    const parts = [...(value as unknown[])].sort((a, b) => Number(isText(b)) - Number(isText(a)));
    return [parts[this.choice % parts.length]];
  }

  private plain(schema: Schema, level: number, name: string): unknown {
    const type = typeOf(schema);
    switch (type) {
      case 'object':
        return this.object(schema, level);
      case 'array':
        return this.list(schema, level, name);
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return textOf(schema, name);
    }
  }

  private object(schema: Schema, level: number): unknown {
    const properties = Object.entries((schema['properties'] ?? {}) as Schema);
    const required = new Set((schema['required'] ?? []) as string[]);
    const kept = properties.filter(([name]) => required.has(name) || level < this.depth);
    // A form cannot say that an object is empty.
    if (kept.length === 0) kept.push(...properties.slice(0, 1));
    const made = kept.map(([name, property]) => [name, this.value(property, level + 1, name)]);
    const others = [...required].filter((name) => !properties.some(([known]) => known === name));
    return Object.fromEntries([...made, ...others.map((name) => [name, 'any'])]);
  }

  private list(schema: Schema, level: number, name: string): unknown[] {
    const count = Math.max(
      Number(schema['minItems'] ?? 0),
      Number(schema['maxItems'] ?? 1) > 0 && level < 8 ? 1 : 0,
    );
    return Array.from({ length: count }, (_, index) => {
      const item = this.value(schema['items'] ?? {}, level + 1, name);
      return index > 0 && typeof item === 'string' ? `${item}${String(index)}` : item;
    });
  }

  private resolved(schema: Schema): Schema {
    const { $ref, ...rest } = schema;
    if (typeof $ref !== 'string') return schema;
    const definitions = (this.root['$defs'] ?? {}) as Readonly<Record<string, Schema>>;
    return { ...this.resolved(definitions[$ref.slice('#/$defs/'.length)] ?? {}), ...rest };
  }
}

function isText(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string';
}

function typeOf(schema: Schema): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((one) => one !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (schema['properties'] !== undefined) return 'object';
  return schema['items'] === undefined ? 'string' : 'array';
}

function numberOf(schema: Schema): number {
  const step = Number(schema['multipleOf'] ?? 1);
  const least = Math.max(
    Number(schema['minimum'] ?? -Infinity),
    Number(schema['exclusiveMinimum'] ?? -Infinity) + step,
  );
  const most = Math.min(
    Number(schema['maximum'] ?? Infinity),
    Number(schema['exclusiveMaximum'] ?? Infinity) - step,
  );
  const wanted = Math.min(Math.max(step, least), most);
  return Number.isFinite(wanted) ? wanted : step;
}

function textOf(schema: Schema, name: string): string {
  const { format, pattern, contentEncoding, minLength = 0, maxLength = Infinity } = schema;
  if (contentEncoding === 'base64') return 'aGVsbG8=';
  if (typeof pattern === 'string') {
    const made = new RandExp(new RegExp(pattern, 'u'));
    made.max = Math.max(8, Number(minLength));
    made.randInt = (from, to) => Math.min(to, Math.max(from, Number(minLength)));
    return made.gen();
  }
  const text = formats[String(format)] ?? `a-${name}`.replace(/[^\w-]+/g, '');
  return text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
}
