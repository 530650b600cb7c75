import { ExactNumber } from './exact-number.js';
import { backslash, isSpace, quote } from './json-bytes.js';
import { outlinedBytes, outlineOf, type MemberPlace } from './json-outline.js';

const colon = 0x3a;

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

/** The bytes of one member of the object in `json`, which must be valid JSON; `undefined` when it is no object or has no such member. */
export function memberBytes(json: Buffer, name: string): Buffer | undefined {
  const noted = outlineOf(json)?.members;
  if (noted !== undefined) return noted.find((member) => isNamed(json, member, name))?.bytes;
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

/** The same of several members, in one look where that is quicker. */
export function membersBytes(json: Buffer, names: readonly string[]): (Buffer | undefined)[] {
  if (json.length >= outlinedBytes) return names.map((name) => memberBytes(json, name));
  const found = new Array<Buffer | undefined>(names.length).fill(undefined);
  for (const place of topMembers(json)) {
    const index = names.findIndex((name) => isNamed(json, place, name));
    if (index >= 0) found[index] ??= valueAt(json, place);
  }
  return found;
}

function valueAt(json: Buffer, { nameEnd, end }: MemberPlace): Buffer | undefined {
  let at = nameEnd;
  while (at < end && json[at] !== colon) at++;
  return at === end ? undefined : json.subarray(at + 1, end);
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

/** The members of the object in `json`, which must be valid JSON; none when it is no object. */
export function topMembers(json: Buffer): readonly MemberPlace[] {
  const noted = outlineOf(json)?.members;
  if (noted !== undefined) return noted;
  const places: MemberPlace[] = [];
  let depth = 0;
  /** Of the member whose end is looked for; 0 when there is none. */
  let nameEnd = 0;
  let start = 0;
  let expectsName = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === quote) {
      const end = endOfString(json, i + 1);
      if (depth === 1 && expectsName) {
        start = i;
        nameEnd = end + 1;
      }
      expectsName = false;
      i = end;
    } else if (isOpening(byte)) {
      expectsName = ++depth === 1 && byte === 0x7b;
    } else if (isClosing(byte) ? --depth === 0 : byte === 0x2c && depth === 1) {
      if (nameEnd > 0) places.push({ start, nameEnd, end: i });
      nameEnd = 0;
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
        let after = end + 1;
        while (isSpace(json[after])) after++;
        if (json[after] === colon) return after + 1;
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

/** Whether the member is written with this name, which is ASCII, letter by letter. */
export function isNamed(json: Buffer, { start, nameEnd }: MemberPlace, name: string): boolean {
  if (nameEnd - start - 2 !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (json[start + 1 + at] !== name.charCodeAt(at)) return false;
  return true;
}

function isOpening(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function isClosing(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d;
}
