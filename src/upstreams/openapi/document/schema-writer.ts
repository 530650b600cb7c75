import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { References } from './read-document.js';
import { isNullable, membersOf, plainWords } from './schema-words.js';
import { fitName } from './tool-names.js';

/** A schema that is being written. */
export type WrittenSchema = Record<string, unknown>;

const single = ['additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'] as const;
const unevaluated = ['unevaluatedItems', 'unevaluatedProperties'] as const;
const several = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const named = ['patternProperties', 'dependentSchemas'] as const;
/** What may stand beside a reference that is written out. */
const annotations: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'default', 'deprecated']);

/** One tool has so many schemas, ten values of one counting as another; all that lies further is allowed. The largest in use has some 700. */
const mostSchemas = 2000;

interface Definition {
  readonly name: string;
  /** The places that refer to it. */
  readonly places: WrittenSchema[];
  written?: WrittenSchema | boolean;
}

/**
 * Writes the schemas of one tool's arguments as JSON Schema 2020-12. What is referred to stands once, in `$defs`, whatever it refers to
 * itself; what is referred to from one place only stands there. What callers do not send (`readOnly`) is left out.
 */
export class SchemaWriter {
  private readonly definitions = new Map<string, Definition>();
  private readonly names = new Set<string>();
  /** How often a name was wanted that was taken. */
  private readonly counts = new Map<string, number>();
  private readonly waiting: { readonly reference: string; readonly definition: Definition }[] = [];
  private left = mostSchemas;

  constructor(private readonly references: References) {}

  /** What it took, in schemas. */
  get work(): number {
    return mostSchemas - this.left;
  }

  /** Anything that is no schema allows everything. */
  write(schema: unknown): WrittenSchema | boolean {
    if (typeof schema === 'boolean') return schema;
    if (!isJsonObject(schema) || this.left <= 0) return {};
    this.left -= weightOf(schema);
    const { $ref } = schema;
    if (typeof $ref === 'string') return this.referring($ref, schema);
    const written = this.members(schema);
    if (!isNullable(schema, this.references.isOld) || written['type'] !== undefined) return written;
    return Object.keys(written).length === 0 ? {} : { anyOf: [written, { type: 'null' }] };
  }

  /** What all that was written refers to, in steps that can be put aside; to be called once, at the end. */
  *finishing(): Generator<undefined, WrittenSchema> {
    // What is near comes first: the list grows while it is gone through.
    for (const { reference, definition } of this.waiting) {
      yield undefined;
      definition.written = this.write(this.references.at(reference));
    }
    const kept = [...this.definitions.values()].filter((definition) => !isPutInPlace(definition));
    return Object.fromEntries(kept.map(({ name, written }) => [name, written ?? {}]));
  }

  private referring(reference: string, schema: JsonObject): WrittenSchema {
    const beside = this.references.isOld ? {} : this.members(schema);
    const target = this.references.at(reference);
    // Elsewhere, or nowhere: nothing is fetched.
    if (target === undefined || target === null) return beside;
    const definition = this.definitionOf(reference);
    const place: WrittenSchema = { ...beside, $ref: `#/$defs/${definition.name}` };
    definition.places.push(place);
    return place;
  }

  private definitionOf(reference: string): Definition {
    const known = this.definitions.get(reference);
    if (known !== undefined) return known;
    const wanted = fitName(reference.slice(reference.lastIndexOf('/') + 1)) || 'schema';
    let name = wanted;
    while (this.names.has(name)) {
      const count = (this.counts.get(wanted) ?? 1) + 1;
      this.counts.set(wanted, count);
      name = `${wanted}_${String(count)}`;
    }
    this.names.add(name);
    const definition: Definition = { name, places: [] };
    this.definitions.set(reference, definition);
    this.waiting.push({ reference, definition });
    return definition;
  }

  private members(schema: JsonObject): WrittenSchema {
    const written: WrittenSchema = plainWords(schema, this.references.isOld);
    for (const name of single) if (isSchema(schema[name])) written[name] = this.write(schema[name]);
    for (const name of unevaluated) if (isSchema(schema[name])) written[name] = this.write(schema[name]);
    for (const name of several) this.listOf(schema[name], name, written);
    for (const name of named) if (isJsonObject(schema[name])) written[name] = this.namedSchemas(schema[name]);
    const { items } = schema;
    if (isSchema(items)) written['items'] = this.write(items);
    else this.listOf(items, 'prefixItems', written);
    this.properties(schema, written);
    return written;
  }

  private listOf(value: unknown, name: string, written: WrittenSchema): void {
    if (Array.isArray(value) && value.length > 0)
      written[name] = value.map((schema: unknown) => this.write(schema));
  }

  private namedSchemas(value: unknown): WrittenSchema {
    return Object.fromEntries(membersOf(value).map(([name, schema]) => [name, this.write(schema)]));
  }

  private isReadOnly(schema: unknown): boolean {
    return [schema, this.references.resolve(schema)].some(
      (it) => isJsonObject(it) && it['readOnly'] === true,
    );
  }

  private properties({ properties, required, dependentRequired }: JsonObject, written: WrittenSchema): void {
    const all = membersOf(properties);
    const kept = all.filter(([, schema]) => !this.isReadOnly(schema));
    if (kept.length > 0)
      written['properties'] = Object.fromEntries(kept.map(([name, schema]) => [name, this.write(schema)]));
    const leftOut = new Set(all.map(([name]) => name));
    for (const [name] of kept) leftOut.delete(name);
    const needed = namesIn(required).filter((name) => !leftOut.has(name));
    if (needed.length > 0) written['required'] = needed;
    if (isJsonObject(dependentRequired))
      written['dependentRequired'] = Object.fromEntries(
        membersOf(dependentRequired).map(([name, names]) => [name, namesIn(names)]),
      );
  }
}

function weightOf({ enum: values, required }: JsonObject): number {
  const lengths = [values, required].map((list) => (Array.isArray(list) ? list.length : 0));
  return 1 + Math.floor(lengths.reduce((sum, length) => sum + length, 0) / 10);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** The texts in a list, each once. */
export function namesIn(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return [...new Set(texts)];
}

/** Puts what one place refers to there. What refers to itself is referred to from two places at least. */
function isPutInPlace({ places, written }: Definition): boolean {
  const [place, ...others] = places;
  if (place === undefined) return true;
  if (others.length > 0 || !isJsonObject(written)) return false;
  if (!Object.keys(place).every((name) => annotations.has(name))) return false;
  delete place['$ref'];
  for (const [name, value] of Object.entries(written)) if (!Object.hasOwn(place, name)) place[name] = value;
  return true;
}
