import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { Written } from '../request/operation-plan.js';

/** A text of an address or a header as the value that the schema of its argument wants; the text itself where that says nothing else. */
export function givenValue(
  text: string,
  argument: string,
  inputSchema: JsonObject,
  { style, explode }: Written,
): unknown {
  const schema = resolved(propertyOf(inputSchema, argument), inputSchema);
  const types = [schema?.['type']].flat();
  if (types.includes('array') && !types.includes('string')) {
    const items = explode && style !== 'simple' ? [text] : text.split(',');
    const each = resolved(schema?.['items'], inputSchema);
    return items.map((item) => plainValue(item, [each?.['type']].flat()));
  }
  return plainValue(text, types);
}

function plainValue(text: string, types: readonly unknown[]): string | number | boolean {
  if (types.includes('string')) return text;
  if ((types.includes('integer') || types.includes('number')) && isNumber(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** A text that is the same when it is written as the number again. */
function isNumber(text: string): boolean {
  return text.length <= 32 && String(Number(text)) === text && Number.isFinite(Number(text));
}

function propertyOf({ properties }: JsonObject, name: string): unknown {
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function resolved(schema: unknown, { $defs }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const [, name] =
    typeof schema['$ref'] === 'string' ? (/^#\/\$defs\/([^/]+)$/.exec(schema['$ref']) ?? []) : [];
  if (name === undefined) return schema;
  const found = isJsonObject($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}
