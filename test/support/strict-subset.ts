type Json = Readonly<Record<string, unknown>>;

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const formats = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);
const keywords: Readonly<Record<string, ReadonlySet<string>>> = {
  any: new Set(['type', 'title', 'description', 'enum', 'const', 'anyOf', '$ref', '$defs']),
  string: new Set(['pattern', 'format']),
  number: new Set(['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']),
  integer: new Set(['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']),
  object: new Set(['properties', 'required', 'additionalProperties']),
  array: new Set(['items', 'minItems', 'maxItems']),
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What stands against a schema in OpenAI's strict mode, by the rules of its guide "Structured Outputs", section "Supported schemas": written
 * from the page, without a look at the converter.
 */
export function strictFaults(root: Json): string[] {
  const faults: string[] = [];
  let members = 0;
  const visit = (schema: unknown, at: string, depth: number): void => {
    const fault = (text: string) => faults.push(`${at === '' ? '/' : at} ${text}`);
    if (!isObject(schema)) return void fault('is no schema object');
    if (depth > 10) return void fault('is nested too deep');
    if ('$ref' in schema) {
      const reference = String(schema['$ref']);
      const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
      const defs = root['$defs'];
      if (reference !== '#' && !(name !== undefined && isObject(defs) && name in defs))
        fault(`refers to ${reference}`);
      if (Object.keys(schema).length > 1) fault('has members beside $ref');
      return;
    }
    const own = (Array.isArray(schema['type']) ? (schema['type'] as unknown[]) : [schema['type']]).filter(
      (type) => type !== undefined,
    ) as string[];
    if (own.length === 0 && !('anyOf' in schema)) fault('has no type');
    for (const type of own) if (!types.has(type)) fault(`has the type ${type}`);
    for (const key of Object.keys(schema))
      if (!keywords['any']?.has(key) && !own.some((type) => keywords[type]?.has(key))) fault(`has ${key}`);
    if ('format' in schema && !formats.has(String(schema['format']))) fault('has an unknown format');
    if (Array.isArray(schema['enum']) && schema['enum'].length === 0) fault('has an empty enum');
    if (own.includes('object')) {
      const properties = isObject(schema['properties']) ? schema['properties'] : undefined;
      if (properties === undefined) return void fault('has no properties');
      const names = Object.keys(properties);
      members += names.length;
      if (schema['additionalProperties'] !== false) fault('is open');
      if (JSON.stringify(schema['required']) !== JSON.stringify(names)) fault('does not require all members');
      for (const [name, part] of Object.entries(properties)) visit(part, `${at}/${name}`, depth + 1);
    }
    if (own.includes('array')) visit(schema['items'], `${at}/items`, depth + 1);
    if (Array.isArray(schema['anyOf']))
      for (const [index, part] of (schema['anyOf'] as unknown[]).entries())
        visit(part, `${at}/anyOf/${String(index)}`, depth);
  };
  if (root['type'] !== 'object') faults.push('/ is no object');
  if ('anyOf' in root) faults.push('/ has anyOf');
  visit(root, '', 1);
  for (const [name, part] of Object.entries(isObject(root['$defs']) ? root['$defs'] : {}))
    visit(part, `/$defs/${name}`, 1);
  if (members > 5000) faults.push('/ has too many members');
  return faults;
}
