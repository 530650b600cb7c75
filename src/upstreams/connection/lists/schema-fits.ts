import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { compileFault } from './compilable-schema.js';
import type { RepairNotes } from './list-fault.js';
import { aText, described, eachOf, withMembers, type Fit } from './member-fits.js';

const anything: JsonObject = { type: 'object' };

/** Schemas of single properties: booleans as objects that mean the same (TypeScript SDK v1 takes objects only). */
const propertySchema: Fit = (value, path, notes) => {
  if (isJsonObject(value)) return value;
  if (value === true) notes.add(path, 'is true, listed as {}');
  else if (value === false) notes.add(path, 'is false, listed as {"not":{}}');
  else notes.add(path, `is ${described(value)}, not a schema, listed as {}`);
  return value === false ? { not: {} } : {};
};

const properties: Fit = (value, path, notes) => {
  if (isEmptyList(value)) {
    notes.add(path, 'is an empty array, listed as {}');
    return {};
  }
  if (isJsonObject(value))
    return withMembers(
      value,
      Object.fromEntries(Object.keys(value).map((name) => [name, propertySchema])),
      path,
      notes,
    );
  notes.add(path, `is ${described(value)}, not an object`);
  return undefined;
};

const rootMembers = { $schema: aText, properties, required: eachOf(aText) };

/** Arguments are an object in every revision, so that a missing type can mean nothing else. Marks tools whose arguments could be no object. */
export const inputSchema: Fit = (value, path, notes) => {
  if (value === undefined || value === null || value === true || isEmptyList(value)) {
    notes.add(path, `is ${described(value)}, listed as {"type":"object"}`);
    return anything;
  }
  if (!isJsonObject(value)) {
    notes.unusable = `${path.join('.')} is ${described(value)}, not a schema.`;
    return undefined;
  }
  return typed(withMembers(value, rootMembers, path, notes), path, notes);
};

/** Dropped where clients would refuse it: results are then not validated. */
export const outputSchema: Fit = (value, path, notes) => {
  if (!isJsonObject(value)) {
    notes.add(path, `is ${described(value)}, not an object`);
    return undefined;
  }
  const schema = withMembers(value, rootMembers, path, notes);
  const fault = compileFault(schema);
  if (fault === undefined) return schema;
  notes.add(path, `is dropped, as clients cannot compile it: ${fault}`);
  return undefined;
};

function typed(schema: JsonObject, path: readonly string[], notes: RepairNotes): JsonObject | undefined {
  const { type } = schema;
  if (type === 'object') return schema;
  const names = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  const isObject = names.some((name) => typeof name === 'string' && name.toLowerCase() === 'object');
  if (isObject || type === undefined || type === null) {
    notes.add([...path, 'type'], `is ${described(type)}, listed as "object"`);
    return { ...schema, type: 'object' };
  }
  notes.unusable = `${path.join('.')}.type is ${described(type)} other than "object": arguments are always an object.`;
  return undefined;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
