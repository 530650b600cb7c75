import { isObject, type ConfigObject } from '../project/json-value.js';

const maxDepth = 12;

/** Writes JSON Schemas as TypeScript types. Local references become types of their own, which `definitions` gives. */
export class TypeWriter {
  private readonly names = new Map<string, string>();
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly root: ConfigObject,
    /** Beginning of the names of the types that references need. */
    private readonly prefix: string,
  ) {}

  /** Types that `write` has asked for, by name. */
  get definitions(): ReadonlyMap<string, string> {
    return this.texts;
  }

  write(schema: unknown, indent = '', depth = 0): string {
    if (!isObject(schema) || depth > maxDepth) return schema === false ? 'never' : 'unknown';
    const { $ref, enum: values, const: only, anyOf, oneOf, allOf, type } = schema;
    const next = (part: unknown): string => this.write(part, indent, depth + 1);
    if (typeof $ref === 'string') return this.reference($ref);
    if ('const' in schema) return literal(only);
    if (Array.isArray(values)) return union(values.map(literal));
    const alternatives: unknown = anyOf ?? oneOf;
    if (Array.isArray(alternatives))
      return this.withOwn(schema, union(alternatives.map(next)), indent, depth);
    if (Array.isArray(allOf))
      return this.withOwn(schema, allOf.map((part) => inBrackets(next(part))).join(' & '), indent, depth);
    if (Array.isArray(type)) return union(type.map((one: unknown) => next({ ...schema, type: one })));
    switch (type ?? (isObject(schema['properties']) ? 'object' : undefined)) {
      case 'string':
        return 'string';
      case 'number':
      case 'integer':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'null':
        return 'null';
      case 'array':
        return this.list(schema, indent, depth);
      case 'object':
        return this.object(schema, indent, depth);
      default:
        return 'unknown';
    }
  }

  /** Properties beside `anyOf` and its like hold too. */
  private withOwn(schema: ConfigObject, type: string, indent: string, depth: number): string {
    if (!isObject(schema['properties'])) return type;
    return `${this.object(schema, indent, depth)} & ${inBrackets(type)}`;
  }

  private list({ items, prefixItems }: ConfigObject, indent: string, depth: number): string {
    if (Array.isArray(prefixItems)) {
      const parts = prefixItems.map((item) => `${inBrackets(this.write(item, indent, depth + 1))}?`);
      const rest = items === false ? [] : [`...${inBrackets(this.write(items, indent, depth + 1))}[]`];
      return `[${[...parts, ...rest].join(', ')}]`;
    }
    return `${inBrackets(this.write(items, indent, depth + 1))}[]`;
  }

  private object(schema: ConfigObject, indent: string, depth: number): string {
    const { properties, required, additionalProperties } = schema;
    const inner = `${indent}  `;
    const needed = new Set(Array.isArray(required) ? required.map(String) : []);
    const members = Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
      const doc = docComment(isObject(property) ? property['description'] : undefined, inner);
      const type = this.write(property, inner, depth + 1);
      return `${doc}${inner}${JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${type};\n`;
    });
    if (members.length > 0) return `{\n${members.join('')}${indent}}`;
    if (additionalProperties === false) return 'Record<string, never>';
    return `Record<string, ${isObject(additionalProperties) ? this.write(additionalProperties, indent, depth + 1) : 'unknown'}>`;
  }

  private reference(pointer: string): string {
    if (!pointer.startsWith('#')) return 'unknown';
    const known = this.names.get(pointer);
    if (known !== undefined) return known;
    const target = this.resolve(pointer);
    if (target === undefined) return 'unknown';
    const name = `${this.prefix}${pascalCase(pointer.split('/').at(-1) ?? '') || 'Self'}${this.isTaken(pointer) ? String(this.names.size) : ''}`;
    // Known before it is written: it may refer to itself.
    this.names.set(pointer, name);
    this.texts.set(name, this.write(target));
    return name;
  }

  private isTaken(pointer: string): boolean {
    const last = pascalCase(pointer.split('/').at(-1) ?? '');
    return [...this.names.keys()].some((other) => pascalCase(other.split('/').at(-1) ?? '') === last);
  }

  private resolve(pointer: string): unknown {
    let value: unknown = this.root;
    for (const part of pointer.slice(1).split('/').slice(1)) {
      const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      value = isObject(value) ? value[name] : undefined;
    }
    return value;
  }
}

/** A comment that foreign text cannot end. */
export function docComment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text.trim() === '') return '';
  const lines = text
    .trim()
    .replaceAll('*/', '*\\/')
    .replace(/[\u2028\u2029\r]/g, ' ')
    .split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** `files__read_text_file` → `FilesReadTextFile`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Text with a stray `%` is nobody's encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.includes('unknown')
    ? 'unknown'
    : different.map((type) => (type.includes('&') ? `(${type})` : type)).join(' | ') || 'never';
}

function inBrackets(type: string): string {
  return /[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type;
}
