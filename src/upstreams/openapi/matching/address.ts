import type { JsonObject } from '../../../kernel/json/json.js';
import { RequestFault } from './request-fault.js';

/** The parts of an address, decoded. Variables of a template stand in them as marks, which no text that came from outside can have. */
export interface Address {
  readonly origin: string;
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
}

const mark = '\0';
const marked = /\0([^\0]+)\0/g;
const onlyMarked = /^\0([^\0]+)\0$/;
const longest = 8192;

/** Reads an address; in a template `{name}` stands for a variable (RFC 6570 §3.2.2). Throws `RequestFault`. */
export function readAddress(text: string, isTemplate: boolean): Address {
  const fault = (detail: string) => new RequestFault(detail, '/endpoint');
  if (text.length > longest) throw fault(`must have at most ${String(longest)} characters`);
  if (!URL.canParse(text))
    throw fault('must be an absolute address; of a template the origin is written out');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw fault('must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    throw fault('must have no user and password in it: credentials are declared at the server');
  const decoded = (part: string) => {
    const plain = decode(part);
    if (plain === undefined || plain.includes(mark)) throw fault('is encoded as no address can be');
    return isTemplate ? plain.replace(/\{([^{}]+)\}/g, `${mark}$1${mark}`) : plain;
  };
  const query = [...url.searchParams].map(
    ([name, value]) => [decoded(encodeURIComponent(name)), decoded(encodeURIComponent(value))] as const,
  );
  if (query.some(([name]) => name.includes(mark)))
    throw fault('can have variables in values of its query alone');
  return { origin: url.origin, segments: url.pathname.split('/').slice(1).map(decoded), query };
}

/** A part of an address with the values of its variables: the value itself where there is nothing else, `''` for what is not there. Throws `RequestFault`. */
export function expanded(part: string, variables: JsonObject): string | number | boolean {
  const [, only] = onlyMarked.exec(part) ?? [];
  if (only !== undefined) return valueOf(only, variables);
  return part.replaceAll(marked, (_, name: string) => String(valueOf(name, variables)));
}

/** Names of the variables that an address has. */
export function variablesOf({ segments, query }: Address): readonly string[] {
  return [...segments, ...query.map(([, value]) => value)].flatMap((part) =>
    [...part.matchAll(marked)].map(([, name = '']) => name),
  );
}

function valueOf(name: string, variables: JsonObject): string | number | boolean {
  const value = Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new RequestFault(
    `has the variable {${name}}, whose value is no text, number or boolean`,
    '/endpoint',
  );
}

/** Percent-encoding taken away; `undefined` where it is none. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
