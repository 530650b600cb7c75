import { isUtf8 } from 'node:buffer';
import { endOfStringIn, ExactNumber, parseJson, plainMembers } from './exact-number.js';
import { parsingParts, partLength } from './json-parts.js';
import { JsonMeter, type JsonLimits } from './json-meter.js';
import { Problem } from '../problems/problem.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Anything that JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonRecord;

/** An object whose members are known to be JSON too. */
export interface JsonRecord {
  readonly [name: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** JSON whose text does not depend on the order of members (RFC 8785 in spirit). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Whether objects and arrays in `value` are nested deeper than `levels`; looks no deeper than that, so depth cannot overflow the stack. */
export function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels <= 0) return true;
  return Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}

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
  seen.large = false;
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

const quote = 0x22;
const backslash = 0x5c;

function endOfString(body: Buffer, from: number): number {
  let end = body.indexOf(quote, from);
  while (end > 0) {
    let escapes = 0;
    while (body[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
    end = body.indexOf(quote, end + 1);
  }
  return body.length;
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
    at = string < 0 ? text.length : endOfStringIn(text, string + 1) + 1;
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

/** The bytes of one member of the object in `json`, which must be valid JSON; `undefined` when it is no object or has no such member. */
export function memberBytes(json: Buffer, name: string): Buffer | undefined {
  const start = memberStart(json, name);
  if (start === undefined) return undefined;
  let depth = 0;
  for (let i = start; i < json.length; i++) {
    const byte = json[i];
    if (byte === quote) {
      i = endOfString(json, i + 1);
    } else if (isOpening(byte)) {
      depth++;
    } else if (depth === 0 && (byte === 0x2c || isClosing(byte))) {
      return json.subarray(start, i);
    } else if (isClosing(byte)) {
      depth--;
    }
  }
  return undefined;
}

/** `json` with another value for the member that the path leads to, all else byte by byte; `undefined` when there is none. */
export function withMember(json: Buffer, path: readonly string[], value: string): Buffer | undefined {
  let part: Buffer | undefined = json;
  for (const name of path) part = part === undefined ? undefined : memberBytes(part, name);
  if (part === undefined) return undefined;
  const start = part.byteOffset - json.byteOffset;
  return Buffer.concat([json.subarray(0, start), Buffer.from(value), json.subarray(start + part.length)]);
}

/** The names of the members of the object in `json`, in order, those that stand twice too; `json` must be valid JSON. */
export function memberNames(json: Buffer): string[] {
  return topMembers(json).map(({ start, nameEnd }) => {
    const name = json.toString('utf8', start, nameEnd);
    return name.includes('\\') ? (JSON.parse(name) as string) : name.slice(1, -1);
  });
}

/** Whether a member of the object in `json` is written with an escape in its name. */
export function hasEscapedName(json: Buffer): boolean {
  return topMembers(json).some(({ start, nameEnd }) => json.subarray(start, nameEnd).includes(backslash));
}

/** Where a member of an object stands, quotes included: from `start` its name to `nameEnd`, its value to `end`, the comma or brace after it. */
export interface MemberPlace {
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
}

/** The members of the object in `json`, which must be valid JSON; none when it is no object. */
export function topMembers(json: Buffer): MemberPlace[] {
  const places: MemberPlace[] = [];
  let depth = 0;
  let name: { readonly start: number; readonly nameEnd: number } | undefined;
  let expectsName = false;
  const endHere = (end: number) => {
    if (name !== undefined) places.push({ ...name, end });
    name = undefined;
  };
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === quote) {
      const end = endOfString(json, i + 1);
      if (depth === 1 && expectsName) name = { start: i, nameEnd: end + 1 };
      expectsName = false;
      i = end;
    } else if (isOpening(byte)) {
      expectsName = ++depth === 1 && byte === 0x7b;
    } else if (isClosing(byte)) {
      if (--depth === 0) endHere(i);
    } else if (byte === 0x2c && depth === 1) {
      endHere(i);
      expectsName = true;
    }
  }
  return places;
}

/** Where the value of a member of the object in `json` begins, read no further than there; its name is ASCII. What is no JSON takes no longer. */
export function memberStart(json: Buffer, name: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === quote) {
      const end = endOfString(json, i + 1);
      const mayBeName = depth === 1 && end - i - 1 === name.length;
      if (mayBeName && json.toString('latin1', i + 1, end) === name) {
        let colon = end + 1;
        while (isSpace(json[colon])) colon++;
        if (json[colon] === 0x3a) return colon + 1;
      }
      i = end;
    } else if (isOpening(byte)) {
      depth++;
    } else if (isClosing(byte)) {
      depth--;
    }
  }
  return undefined;
}

/** White space of JSON (RFC 8259 §2). */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function isOpening(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function isClosing(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d;
}
