import { measuringJson } from '../../../kernel/json/foreign/json-printing.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { membersOf } from './schema-words.js';

const deepest = 6;
/** What is said instead of a schema that is left out. */
const note = 'Shortened here: the documentation of the API says what it may be.';
/** Members of schemas whose members are schemas; those whose items are; those that are one. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const lists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const inner: ReadonlySet<string> = new Set([
  ...['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
/** What is kept of a schema that is left out: nothing that a value which fits it would fail. */
const outline: ReadonlySet<string> = new Set(['type', 'title', 'default']);

/** A schema, and its bytes as JSON. */
export interface SizedSchema {
  readonly schema: JsonObject;
  readonly bytes: number;
}

/**
 * A schema of at most `maxBytes`, in steps that can be put aside: without descriptions below the arguments, then with less and less of what lies
 * deep in them, and in the end with names alone, however many bytes these are.
 */
export function* shorteningSchema(schema: JsonObject, maxBytes: number): Generator<undefined, SizedSchema> {
  const bytes = yield* bytesWithin(schema, maxBytes);
  if (bytes !== undefined) return { schema, bytes };
  for (let depth = deepest; depth >= 0; depth--) {
    yield undefined;
    const short = new Shortening(schema, Math.max(1, depth), depth > 0).schema();
    const left = yield* bytesWithin(short, maxBytes);
    if (left !== undefined) return { schema: short, bytes: left };
  }
  const names = bare(schema);
  return { schema: names, bytes: (yield* bytesWithin(names, Infinity)) ?? 0 };
}

function bytesWithin(schema: JsonObject, maxBytes: number): Generator<undefined, number | undefined> {
  return measuringJson(schema, { maxDepth: Infinity, maxBytes });
}

/** The names of the arguments, and which are needed: whatever is said of values is as long as somebody likes. */
function bare({ properties, required, additionalProperties }: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(membersOf(properties).map(([name]) => [name, {}])),
    ...(required === undefined ? {} : { required }),
    additionalProperties: additionalProperties !== false,
  };
}

/** One schema down to a depth, which counts through references. */
class Shortening {
  private readonly definitions: JsonObject;
  /** How far from the arguments each definition is first met. */
  private readonly levels = new Map<string, number>();
  private readonly waiting: string[] = [];

  constructor(
    private readonly whole: JsonObject,
    private readonly depth: number,
    private readonly hasDescriptions = true,
  ) {
    this.definitions = isJsonObject(whole['$defs']) ? whole['$defs'] : {};
  }

  schema(): JsonObject {
    const { $defs, ...root } = this.whole;
    const short = this.short(root, 0);
    const kept: [string, unknown][] = [];
    for (let name = this.waiting.shift(); name !== undefined; name = this.waiting.shift())
      kept.push([name, this.short(this.definitions[name], this.levels.get(name) ?? 0)]);
    return kept.length === 0 || $defs === undefined ? short : { ...short, $defs: Object.fromEntries(kept) };
  }

  private short(schema: unknown, level: number): JsonObject {
    const members = membersOf(schema).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'description') return this.hasDescriptions && level <= 1 ? [[name, value]] : [];
      if (maps.has(name))
        return [
          [name, Object.fromEntries(membersOf(value).map(([key, one]) => [key, this.below(one, level)]))],
        ];
      if (lists.has(name) && Array.isArray(value))
        return [[name, value.map((one) => this.below(one, level))]];
      if (inner.has(name)) return [[name, this.below(value, level)]];
      return [[name, value]];
    });
    return Object.fromEntries(members);
  }

  private below(schema: unknown, level: number): unknown {
    if (!isJsonObject(schema)) return schema;
    const { $ref } = schema;
    const isDeep = level + 1 > this.depth && (typeof $ref === 'string' || holdsSchemas(schema));
    if (isDeep) return this.outlineOf(schema);
    if (typeof $ref === 'string') this.meet($ref.slice('#/$defs/'.length), level + 1);
    return this.short(schema, level + 1);
  }

  private meet(name: string, level: number): void {
    if (this.levels.has(name)) return;
    this.levels.set(name, level);
    this.waiting.push(name);
  }

  private outlineOf(schema: JsonObject): JsonObject {
    const { $ref } = schema;
    const target = typeof $ref === 'string' ? this.definitions[$ref.slice('#/$defs/'.length)] : schema;
    const kept = membersOf(target).filter(([name]) => outline.has(name));
    return { ...Object.fromEntries(kept), ...(this.hasDescriptions ? { description: note } : {}) };
  }
}

function holdsSchemas(schema: JsonObject): boolean {
  return Object.keys(schema).some((name) => maps.has(name) || lists.has(name) || inner.has(name));
}
