import type { CommandIo } from '../command-io.js';
import { CliFailure, exitCodes, usageFailure } from '../failure.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import { readStandardInput } from '../terminal/standard-input.js';
import { argumentFaults } from './argument-faults.js';

/** What is to be called, for the advice when its arguments are wrong: how its schema is come by, and how it is shown. */
export interface ArgumentsFor {
  readonly schema: () => Promise<ConfigObject | undefined>;
  readonly shownBy: string;
}

/** Arguments from JSON (`-`: standard input) and `name=value` pairs, which go before it, as far as can be told of a form that fits. */
export async function readArguments(
  io: Pick<CommandIo, 'stdin'>,
  json: string | undefined,
  pairs: readonly string[],
  { schema, shownBy }: ArgumentsFor,
): Promise<ConfigObject> {
  const given = json === undefined ? {} : parseObject(json === '-' ? await readStandardInput(io) : json);
  // Where nothing has to be read by the schema, the call itself tells what is wrong with the tool.
  const known = pairs.length === 0 ? await schema().catch(() => undefined) : await schema();
  const args = { ...given, ...readPairs(pairs, known?.['properties'], shownBy) };
  const faults = argumentFaults(args, known);
  if (faults.length === 0) return args;
  const [first = '', ...others] = faults.map((fault) => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}`);
  throw new CliFailure(ended(first), {
    exitCode: exitCodes.usage,
    code: 'usage',
    lines: others.map(ended),
    advice: [`${shownBy} shows the arguments.`],
    members: { errors: faults.map((detail) => ({ pointer: '/arguments', detail })) },
  });
}

function ended(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function readPairs(pairs: readonly string[], properties: unknown, shownBy: string): ConfigObject {
  const named: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1)
      throw usageFailure(`An argument is name=value: ${pair}`, 'For example: --arg path=welcome.md');
    const name = pair.slice(0, at);
    const property = isObject(properties) ? properties[name] : undefined;
    const value = readValue(name, pair.slice(at + 1), isObject(property) ? property : undefined, shownBy);
    const before = named[name];
    named[name] =
      Array.isArray(before) && Array.isArray(value)
        ? [...(before as unknown[]), ...(value as unknown[])]
        : value;
  }
  return named;
}

function parseObject(text: string): ConfigObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageFailure(
      `The arguments are not JSON: ${(error as Error).message}`,
      `They look like '{"path":"welcome.md"}'.`,
    );
  }
  if (isObject(value)) return value;
  throw usageFailure('The arguments must be one JSON object.', `They look like '{"path":"welcome.md"}'.`);
}

/** A value as the schema wants it. Where the schema does not say, what reads as JSON is JSON, all else is text. */
function readValue(name: string, text: string, schema: ConfigObject | undefined, shownBy: string): unknown {
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
    return [readValue(name, text, isObject(items) ? items : undefined, shownBy)];
  }
  if (wants('object')) {
    const object = parsed(text);
    if (isObject(object)) return object;
  }
  if (wants('string')) return text;
  throw usageFailure(`${name} must be ${types.join(' or ')}: ${text}`, `${shownBy} shows the arguments.`);
}

function typesOf(schema: ConfigObject | undefined): readonly string[] {
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
