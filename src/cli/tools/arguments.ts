import { usageFailure } from '../failure.js';
import { isObject, type JsonObject } from '../project/json-value.js';
import { readStandardInput } from '../terminal/standard-input.js';

/** Arguments from JSON (`-`: standard input) and `name=value` pairs, which go before it. */
export async function readArguments(
  json: string | undefined,
  pairs: readonly string[],
  schema: () => Promise<JsonObject | undefined>,
): Promise<JsonObject> {
  const given = json === undefined ? {} : parseObject(json === '-' ? await readStandardInput() : json);
  if (pairs.length === 0) return given;
  const properties = (await schema())?.['properties'];
  const named: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw usageFailure(`An argument is name=value: ${pair}`, 'For example: --arg path=README.md');
    const name = pair.slice(0, at);
    const property = isObject(properties) ? properties[name] : undefined;
    const value = readValue(name, pair.slice(at + 1), isObject(property) ? property : undefined);
    const before = named[name];
    named[name] =
      Array.isArray(before) && Array.isArray(value)
        ? [...(before as unknown[]), ...(value as unknown[])]
        : value;
  }
  return { ...given, ...named };
}

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageFailure(
      `The arguments are not JSON: ${(error as Error).message}`,
      `They look like '{"path":"README.md"}'.`,
    );
  }
  if (isObject(value)) return value;
  throw usageFailure('The arguments must be one JSON object.', `They look like '{"path":"README.md"}'.`);
}

/** A value as the schema wants it. Where the schema does not say, what reads as JSON is JSON, all else is text. */
function readValue(name: string, text: string, schema: JsonObject | undefined): unknown {
  const types = typesOf(schema);
  const wants = (type: string): boolean => types.includes(type);
  if (types.length === 0) {
    const json = parsed(text);
    return json === undefined ? text : json;
  }
  if (wants('null') && text === 'null') return null;
  if (wants('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if ((wants('number') || wants('integer')) && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (wants('array')) {
    const list = parsed(text);
    if (Array.isArray(list)) return list;
    const items = schema?.['items'];
    return [readValue(name, text, isObject(items) ? items : undefined)];
  }
  if (wants('object')) {
    const object = parsed(text);
    if (isObject(object)) return object;
  }
  if (wants('string')) return text;
  throw usageFailure(
    `${name} must be ${types.join(' or ')}: ${text}`,
    'gantry tools --json shows the schema of the arguments.',
  );
}

function typesOf(schema: JsonObject | undefined): readonly string[] {
  const { type, anyOf, oneOf } = schema ?? {};
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  const parts: unknown = anyOf ?? oneOf;
  if (!Array.isArray(parts)) return [];
  const types = parts.map((part) => typesOf(isObject(part) ? part : undefined));
  return types.some((one) => one.length === 0) ? [] : types.flat();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
