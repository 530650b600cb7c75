import { resolve, type Json, type OpenApiDocument } from '../openapi-document.js';
import { hostileValues } from './hostile-values.js';
import type { SeededRandom } from './seeded-random.js';

/** Texts of the forms that patterns of the API ask for. */
const formed = [
  ...['a', 'ab-c', 'A', 'NAME_1', 'Some name', 'x@example.com', 'WDJB-MJHT', 'note://one'],
  ...['https://example.com/a', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000+01:00'],
];
const ofFormat: Readonly<Record<string, string>> = {
  'date-time': '2030-01-01T00:00:00Z',
  email: 'x@example.com',
  uri: 'https://example.com/a',
};
const deepest = 6;

/** Makes values for schemas: such as fit, with a liking for the edges, and such as do not. */
export class ValueMaker {
  /** Values seen in answers by the name that they had there: who is asked for an id should often give one that exists. */
  private readonly seen = new Map<string, unknown[]>();
  /** Values that lead further than through the door, by the name of the member or parameter. */
  private readonly given = new Map<string, readonly unknown[]>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly random: SeededRandom,
  ) {}

  /** Keeps what an answer names. */
  learn(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    if (Array.isArray(value)) for (const item of value.slice(-3)) this.learn(item, depth + 1);
    else
      for (const [name, member] of Object.entries(value as Json)) {
        if (typeof member === 'string' || typeof member === 'number')
          this.seen.set(name, [...(this.seen.get(name) ?? []), member].slice(-12));
        else this.learn(member, depth + 1);
      }
  }

  /** Values that are to be used often for members and parameters of this name. */
  give(name: string, ...values: readonly unknown[]): void {
    this.given.set(name, values);
  }

  known(...names: readonly string[]): unknown {
    const { random } = this;
    const given = names.flatMap((name) => this.given.get(name) ?? []);
    if (given.length > 0 && random.in(0.8)) return random.pick(given);
    const seen = names.flatMap((name) => this.seen.get(name) ?? []);
    return seen.length === 0 ? undefined : random.pick(seen);
  }

  /** A value that the schema allows, as far as the schema tells. */
  fitting(schema: Json, name = '', depth = 0): unknown {
    const { random } = this;
    if (name !== '' && random.in(0.75)) {
      const known = this.known(name);
      if (known !== undefined && (typeof known !== 'string' || fitsPattern(known, schema))) return known;
    }
    const reference = schema['$ref'];
    if (typeof reference === 'string')
      return this.fitting(resolve(this.document, reference) ?? {}, name, depth);
    const all = schema['allOf'] as Json[] | undefined;
    if (all !== undefined) return this.fitting(all[0] ?? {}, name, depth);
    const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
    if (options !== undefined) return this.fitting(random.pick(options), name, depth);
    const values = schema['enum'] as unknown[] | undefined;
    if (values !== undefined) return random.pick(values);
    if (schema['nullable'] === true && random.in(0.2)) return null;
    return this.ofType(schema, depth);
  }

  /** The value with one thing wrong in it: a place of the wrong kind, one missing, one too many. */
  spoiled(value: unknown): unknown {
    const { random } = this;
    if (typeof value !== 'object' || value === null || random.in(0.15)) return random.pick(hostileValues);
    const copy = structuredClone(value) as Json;
    const names = Object.keys(copy);
    const name = names.length === 0 ? 'extra' : random.pick(names);
    const way = random.below(4);
    if (way === 0) Reflect.deleteProperty(copy, name);
    else if (way === 1 && !Array.isArray(copy))
      copy[`x${String(random.pick(hostileValues))}`.slice(0, 200)] = 1;
    else copy[name] = this.spoiled(copy[name]);
    return copy;
  }

  private ofType(schema: Json, depth: number): unknown {
    const { random } = this;
    switch (schema['type']) {
      case 'string':
        return this.text(schema);
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'boolean':
        return random.in(0.5);
      case 'array':
        return this.items(schema, depth);
      case 'object':
        return this.object(schema, depth);
      default:
        return random.pick([1, 'text', true, null, [1], { a: 1 }]);
    }
  }

  private text(schema: Json): string {
    const { random } = this;
    const {
      minLength = 0,
      maxLength = 100,
      format,
    } = schema as {
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly format?: string;
    };
    if (format !== undefined && ofFormat[format] !== undefined) return ofFormat[format];
    const fits = (text: string) =>
      text.length >= minLength && text.length <= maxLength && fitsPattern(text, schema);
    const edges = [minLength, Math.min(maxLength, 3000)].map((length) => 'a'.repeat(length));
    const fitting = [...formed, ...edges].filter(fits);
    return fitting.length === 0 ? 'a' : random.pick(fitting);
  }

  private number(schema: Json): number {
    const { minimum = -5, maximum = 1000 } = schema as { minimum?: number; maximum?: number };
    const low = Math.max(minimum, -1_000_000);
    const high = Math.min(maximum, 1_000_000);
    return this.random.pick([low, high, low + this.random.below(Math.max(1, Math.min(50, high - low)))]);
  }

  private items(schema: Json, depth: number): unknown[] {
    const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number };
    const length =
      depth > deepest ? minItems : this.random.pick([minItems, Math.min(maxItems, minItems + 2)]);
    return Array.from({ length }, () => this.fitting(schema['items'] as Json, '', depth + 1));
  }

  private object(schema: Json, depth: number): Json {
    const { random } = this;
    const required = (schema['required'] ?? []) as readonly string[];
    const value: Json = {};
    for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>))
      if (required.includes(name) || (depth <= deepest && random.in(0.35)))
        value[name] = this.fitting(member, name, depth + 1);
    const others = schema['additionalProperties'];
    if (typeof others === 'object' && others !== null && depth <= deepest && random.in(0.5))
      value[this.random.pick(formed)] = this.fitting(others as Json, '', depth + 1);
    return value;
  }
}

function fitsPattern(text: string, { pattern }: Json): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}
