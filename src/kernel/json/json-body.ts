import { isUtf8 } from 'node:buffer';
import { Problem } from '../problems/problem.js';
import { parseJson, plainMembers } from './exact-number.js';
import { endOfString } from './number-text.mjs';
import { isJsonObject, type JsonObject } from './json.js';
import { JsonMeter, type JsonLimits } from './json-meter.js';
import { parsingParts, partLength } from './json-parts.js';

/**
 * Parses a request body: UTF-8, no BOM, within the limits, no duplicate members, no lone surrogates and no prototype poisoning. Throws
 * `malformed-json`, `json-too-deep` or `body-too-large`; never overflows the stack. Numbers that would lose digits are refused, or kept as
 * `ExactNumber`s with all that would be printed otherwise, where the caller hands them on with `printJson`; what the body itself says stays
 * plain. `meter`: has measured the body already.
 */
export function parseJsonBody(
  body: Buffer,
  limits: JsonLimits,
  numbers: BodyNumbers = 'refuse',
  meter = meterOf(body, limits),
): unknown {
  const parsing = parsingJsonBody(body, numbers, meter);
  let step = parsing.next();
  while (step.done !== true) step = parsing.next();
  return step.value;
}

/** The same for a body that has been measured, a part at a time. */
export function* parsingJsonBody(
  body: Buffer,
  numbers: BodyNumbers,
  meter: JsonMeter,
): Generator<undefined, unknown> {
  if (!isUtf8(body)) throw malformed('it is not UTF-8');
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf)
    throw malformed('it begins with a byte order mark');
  const text = body.toString('utf8');
  yield undefined;
  const seen: Seen = {
    members: 0,
    surrogates: text.includes('\\ud') || text.includes('\\uD'),
    large: false,
  };
  const value =
    text.length <= partLength ? readPart(text, numbers, seen) : yield* parsingLong(text, numbers, seen);
  if (seen.members !== meter.members) throw new MemberTwice();
  return numbers === 'keep' && isJsonObject(value) ? plainMembers(value) : value;
}

function* parsingLong(text: string, numbers: BodyNumbers, seen: Seen): Generator<undefined, unknown> {
  try {
    return yield* parsingParts(text, {
      parse: (part) => readPart(part, numbers, seen),
      member: (name, member) => {
        inspectMember(name, member, seen);
      },
    });
  } catch (error) {
    throw error instanceof SyntaxError ? malformed('it cannot be parsed') : error;
  }
}

function readPart(text: string, numbers: BodyNumbers, seen: Seen): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('it cannot be parsed');
  }
  inspect(value, seen);
  if (numbers === 'keep') return parseJson(text, 'text', () => value);
  if (seen.large) requireExactNumbers(text);
  return value;
}

/** What becomes of numbers that JavaScript does not print as they came. */
export type BodyNumbers = 'refuse' | 'keep';

/** A body in which an object has a member twice. */
export class MemberTwice extends Problem {
  constructor() {
    super('malformed-json', 'The body is not acceptable JSON: an object has the same member twice.');
  }
}

function meterOf(body: Buffer, limits: JsonLimits): JsonMeter {
  const meter = new JsonMeter(limits);
  meter.add(body);
  return meter;
}

/** What an inspection has found. */
interface Seen {
  members: number;
  readonly surrogates: boolean;
  /** Whether a number lies beyond the integers that a double holds exactly. */
  large: boolean;
}

const numberToken = /-?\d[\d.eE+-]*/g;

/** An integer of 64 bits, say, must not reach a tool as another one, and what overflows not as null. */
function requireExactNumbers(text: string): void {
  for (let at = 0; at < text.length;) {
    const string = text.indexOf('"', at);
    const outside = text.slice(at, string < 0 ? undefined : string);
    for (const [token] of outside.matchAll(numberToken))
      if (!isExact(token))
        throw malformed(`the number ${token.slice(0, 40)} cannot be kept as it is; send it as a string`);
    at = string < 0 ? text.length : endOfString(text, string + 1) + 1;
  }
}

function isExact(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && (!/^-?\d+$/.test(token) || BigInt(token) === BigInt(value));
}

function inspect(value: unknown, seen: Seen): void {
  if (typeof value === 'string') {
    if (seen.surrogates && !value.isWellFormed()) throw malformed('a string holds half of a surrogate pair');
  } else if (Array.isArray(value)) {
    for (const item of value) inspect(item, seen);
  } else if (typeof value === 'number') {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) seen.large = true;
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const member = (value as JsonObject)[key];
      inspectMember(key, member, seen);
      if (typeof member !== 'string' || seen.surrogates) inspect(member, seen);
    }
  }
}

/** One member of an object, without what is in its value. */
function inspectMember(key: string, member: unknown, seen: Seen): void {
  if (key === '__proto__') throw malformed('a member is named __proto__');
  if (key === 'constructor' && isJsonObject(member) && Object.hasOwn(member, 'prototype'))
    throw malformed('a member is named constructor.prototype');
  seen.members++;
  if (seen.surrogates && !key.isWellFormed()) throw malformed('a member name holds half of a surrogate pair');
}

function malformed(why: string): Problem {
  return new Problem('malformed-json', `The body is not acceptable JSON: ${why}.`);
}
