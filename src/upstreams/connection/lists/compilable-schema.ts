import { ExactNumber } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { nameOf } from './list-fault.js';
import { described } from './member-fits.js';

const types: ReadonlySet<unknown> = new Set([
  ...['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'],
]);
/** Keywords by what their value must be: Ajv, by which the TypeScript SDKs read output schemas, refuses the whole schema otherwise. */
const numbers: ReadonlySet<string> = new Set([
  ...['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf', 'maxLength', 'minLength'],
  ...['maxProperties', 'minProperties', 'maxItems', 'minItems'],
]);
const schemas: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else', 'propertyNames', 'additionalProperties', 'additionalItems', 'contains'],
]);
const schemaLists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependencies']);
/** Keywords whose values are data, which hold no schemas. */
const data: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples', 'example']);

/**
 * Why clients that compile an output schema refuse it, and with it the whole list (TypeScript SDK v1); `undefined` when they take it. Some
 * schemas that nest `$id` are refused although clients would take them.
 */
export function compileFault(schema: JsonObject): string | undefined {
  const scan = identifierFault(schema);
  return scan ?? new SchemaCheck(schema).fault(schema, '#');
}

class SchemaCheck {
  private readonly seen = new Set<JsonObject>();

  constructor(private readonly root: JsonObject) {}

  fault(schema: unknown, at: string): string | undefined {
    if (typeof schema === 'boolean') return undefined;
    if (!isJsonObject(schema)) return `${nameOf(at)} is ${described(schema)}, not a schema`;
    if (this.seen.has(schema)) return undefined;
    this.seen.add(schema);
    if (Object.hasOwn(schema, 'nullable') && !isNullable(schema))
      return `${nameOf(at)} has a "nullable" that its "type" does not allow`;
    for (const [keyword, value] of Object.entries(schema)) {
      const fault = this.keywordFault(keyword, value, `${at}/${keyword}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  private keywordFault(keyword: string, value: unknown, at: string): string | undefined {
    if (numbers.has(keyword)) return expecting(at, value, 'a number', isNumber(value));
    if (schemas.has(keyword)) return this.fault(value, at);
    if (schemaLists.has(keyword)) return this.eachFault(value, at);
    if (schemaMaps.has(keyword)) return this.mapFault(keyword, value, at);
    switch (keyword) {
      case 'type':
        return expecting(at, value, 'a type', (Array.isArray(value) ? value : [value]).every(isType));
      case 'items':
        return Array.isArray(value) ? this.eachFault(value, at) : this.fault(value, at);
      case 'enum':
        return expecting(at, value, 'an array with values', Array.isArray(value) && value.length > 0);
      case 'required':
        return expecting(at, value, 'an array of strings', isTextList(value));
      case 'uniqueItems':
        return expecting(at, value, 'a boolean', typeof value === 'boolean');
      case '$id':
      case 'format':
        return expecting(at, value, 'a string', typeof value === 'string');
      case 'pattern':
        return patternFault(value, at);
      case '$ref':
        return this.referenceFault(value, at);
      case 'id':
      case '$async':
        return `${nameOf(at)} is not supported`;
      default:
        return undefined;
    }
  }

  private eachFault(value: unknown, at: string): string | undefined {
    if (!Array.isArray(value)) return expecting(at, value, 'an array', false);
    for (const [index, one] of value.entries()) {
      const fault = this.fault(one, `${at}/${String(index)}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  private mapFault(keyword: string, value: unknown, at: string): string | undefined {
    if (!isJsonObject(value)) return expecting(at, value, 'an object', false);
    for (const [name, one] of Object.entries(value)) {
      const here = `${at}/${name}`;
      if (keyword === 'dependencies' && isTextList(one)) continue;
      const fault =
        (keyword === 'patternProperties' ? patternFault(name, here) : undefined) ?? this.fault(one, here);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  private referenceFault(value: unknown, at: string): string | undefined {
    const passed = new Set<unknown>();
    for (let reference: unknown = value; ;) {
      const target = typeof reference === 'string' ? this.targetOf(reference) : undefined;
      if (target === undefined || passed.has(target)) return `${nameOf(at)} leads nowhere`;
      passed.add(target);
      if (!isJsonObject(target) || !Object.hasOwn(target, '$ref')) return this.fault(target, at);
      const fault = this.fault(target, at);
      if (fault !== undefined) return fault;
      reference = target['$ref'];
    }
  }

  private targetOf(reference: string): unknown {
    const id = this.root['$id'];
    const own = typeof id === 'string' && id !== '' && !id.includes('#') ? id : undefined;
    const local = own !== undefined && reference.startsWith(own) ? reference.slice(own.length) : reference;
    if (local === '#' || (local === '' && own !== undefined)) return this.root;
    if (!local.startsWith('#/')) return undefined;
    let target: unknown = this.root;
    for (const step of local.slice(2).split('/')) {
      const name = unescaped(step);
      if (name === undefined || typeof target !== 'object' || target === null) return undefined;
      if (!Object.hasOwn(target, name)) return undefined;
      target = (target as JsonObject)[name];
      // A definition of that name: clients take it for the identifier of what holds it.
      if (isJsonObject(target) && isJsonObject(target['$id'])) return undefined;
    }
    return target;
  }
}

/** Names within a schema decide what its references mean: those that clients resolve differently are not accepted. */
function identifierFault(root: JsonObject): string | undefined {
  const { $id } = root;
  if ($id !== undefined && !(typeof $id === 'string' && URL.canParse($id, 'https://schema.invalid/')))
    return '#/$id is not a URI';
  const open: [unknown, string][] = [[root, '#']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, at] = next;
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) continue;
    for (const [name, member] of Object.entries(value)) {
      const isName = name === '$id' || name === '$anchor' || name === '$dynamicAnchor';
      if (isName && typeof member === 'string' && !(value === root && name === '$id'))
        return `${nameOf(`${at}/${name}`)} is not supported`;
      if (!data.has(name) || isJsonObject(member)) open.push([member, `${at}/${name}`]);
    }
  }
  return undefined;
}

function unescaped(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

function patternFault(value: unknown, at: string): string | undefined {
  if (typeof value !== 'string') return expecting(at, value, 'a string', false);
  try {
    new RegExp(value, 'u');
    return undefined;
  } catch {
    return `${nameOf(at)} is not a regular expression of JavaScript`;
  }
}

function expecting(at: string, value: unknown, expected: string, isRight: boolean): string | undefined {
  return isRight ? undefined : `${nameOf(at)} is ${described(value)}, not ${expected}`;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function isType(value: unknown): boolean {
  return types.has(value);
}

function isNullable({ type, nullable }: JsonObject): boolean {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isFlag = nullable === true || (nullable === false && !names.includes('null'));
  return isFlag && names.length > 0 && names.every(isType);
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
