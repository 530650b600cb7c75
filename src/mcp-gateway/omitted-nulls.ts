import { isJsonObject, type JsonObject } from '../kernel/json/json.js';

/** Schemas are followed so far through references and alternatives. */
const maxSteps = 16;
/**
 * So many parts of schemas are looked at for one call, alternatives, values and names in lists included: schemas are the servers' making, and
 * a few that refer to each other are many.
 */
const maxWork = 100_000;

/** Who has looked at so much does not know what is omitted. */
class TooMuchWork extends Error {}

/**
 * Arguments as the tool takes them: a strict model says `null` for what it leaves out, so a `null` for an optional member whose own schema
 * refuses null is left out. The same object where there is none, or where that cannot be told with reasonable effort.
 */
export function withoutOmitted(args: JsonObject, inputSchema: unknown): JsonObject {
  if (!holdsNull(args)) return args;
  try {
    return new Omissions(inputSchema).without(args, inputSchema) as JsonObject;
  } catch (error) {
    if (error instanceof TooMuchWork) return args;
    throw error;
  }
}

function holdsNull(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (holdsNull(member)) return true;
  return false;
}

class Omissions {
  private work = 0;

  constructor(private readonly root: unknown) {}

  without(value: unknown, schema: unknown): unknown {
    const forms = this.formsOf(schema, maxSteps);
    if (Array.isArray(value)) {
      const items = forms.find(({ items: of }) => isJsonObject(of))?.['items'];
      return items === undefined ? value : (value as unknown[]).map((item) => this.without(item, items));
    }
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        this.spend(forms.length);
        const declaring = forms.filter(
          ({ properties }) => isJsonObject(properties) && Object.hasOwn(properties, name),
        );
        const [schemaOf] = declaring.map(({ properties }) => (properties as JsonObject)[name]);
        if (member !== null)
          return [[name, schemaOf === undefined ? member : this.without(member, schemaOf)]];
        const isOmitted =
          declaring.length > 0 &&
          !forms.some(({ required }) => this.listOf(required).includes(name)) &&
          declaring.every(({ properties }) => !this.takesNull((properties as JsonObject)[name], maxSteps));
        return isOmitted ? [] : [[name, member]];
      }),
    );
  }

  /** The schema and what it refers to or combines, each an object. */
  private formsOf(schema: unknown, steps: number): readonly JsonObject[] {
    if (!isJsonObject(schema) || steps <= 0) return [];
    this.spend(1);
    const { $ref, allOf, anyOf, oneOf } = schema;
    const others = [allOf, anyOf, oneOf].flatMap((part) => this.listOf(part));
    const target = typeof $ref === 'string' ? [this.resolved($ref)] : [];
    return [schema, ...[...target, ...others].flatMap((part) => this.formsOf(part, steps - 4))];
  }

  /** In doubt it does: what is not known to be refused is passed on. */
  private takesNull(schema: unknown, steps: number): boolean {
    if (!isJsonObject(schema) || steps <= 0) return schema !== false;
    this.spend(1);
    const { type, enum: values, const: value, anyOf, oneOf, allOf, $ref, nullable } = schema;
    if (nullable === true) return true;
    const takes = (part: unknown) => this.takesNull(part, steps - 1);
    if (type !== undefined && !(Array.isArray(type) ? this.listOf(type) : [type]).includes('null'))
      return false;
    if (Array.isArray(values) && values.length > 0 && !this.listOf(values).includes(null)) return false;
    if (value !== undefined && value !== null) return false;
    for (const alternatives of [anyOf, oneOf])
      if (Array.isArray(alternatives) && !this.listOf(alternatives).some(takes)) return false;
    if (Array.isArray(allOf) && !this.listOf(allOf).every(takes)) return false;
    return typeof $ref !== 'string' || takes(this.resolved($ref));
  }

  private resolved(reference: string): unknown {
    this.spend(reference.length);
    if (reference === '#') return this.root;
    if (!reference.startsWith('#/')) return undefined;
    let at = this.root;
    for (const part of reference.slice(2).split('/')) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return at;
  }

  private listOf(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) return [];
    this.spend(value.length);
    return value as unknown[];
  }

  private spend(work: number): void {
    this.work += work;
    if (this.work > maxWork) throw new TooMuchWork();
  }
}
