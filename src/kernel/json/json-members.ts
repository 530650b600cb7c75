import { isSpace } from './json-bytes.js';
import { outlineOf } from './json-outline.js';
import { isNamed, memberBytes, topMembers } from './json.js';

const comma = 0x2c;
const colon = 0x3a;

/**
 * `json`, an object, without these members of it (their names are ASCII), however often they stand there; all else byte by byte, and the
 * same buffer when none is there.
 */
export function withoutMembers(json: Buffer, names: readonly string[]): Buffer {
  if (!names.some((name) => mayHaveMember(json, name))) return json;
  const places = topMembers(json);
  const isCut = places.map((place) => names.some((name) => isNamed(json, place, name)));
  const last = places[isCut.lastIndexOf(false)];
  if (!isCut.includes(true)) return json;
  const parts: Buffer[] = [];
  let from = 0;
  for (const [index, place] of places.entries()) {
    if (isCut[index] === false) continue;
    // It goes with the comma after it; those that stand behind all that is left go with the comma before them.
    const isBehind = last === undefined || place.start > last.start;
    const start = isBehind ? (last?.end ?? withoutSpace(json, place.start)) : place.start;
    if (start > from) parts.push(json.subarray(from, start));
    from = json[place.end] === comma ? place.end + 1 : place.end;
  }
  return Buffer.concat([...parts, json.subarray(from)]);
}

/** Whether the object in `json` may have a member of this name: costs a fraction of reading it. */
export function mayHaveMember(json: Buffer, name: string): boolean {
  const noted = outlineOf(json)?.members;
  if (noted !== undefined) return noted.some((member) => isNamed(json, member, name));
  return json.includes(writtenName(name));
}

/** Whether a member of the object in `json` has this value, written as here; its name is ASCII. Read only where it may. */
export function saysOf(json: Buffer, name: string, value: string): boolean {
  const mayBe = outlineOf(json) === undefined ? mayFollow(json, name, value) : mayHaveMember(json, name);
  return mayBe && memberBytes(json, name)?.toString('latin1').trim() === value;
}

/** Whether this value stands behind a colon behind this name anywhere. */
function mayFollow(json: Buffer, name: string, value: string): boolean {
  const written = writtenName(name);
  for (let at = json.indexOf(written); at >= 0; at = json.indexOf(written, at)) {
    at = withSpace(json, at + written.length);
    if (json[at] !== colon) continue;
    at = withSpace(json, at + 1);
    if (json[at] === value.charCodeAt(0)) return true;
  }
  return false;
}

/** The names that are looked for in every answer: the same few. */
const writtenNames = new Map<string, Buffer>();

function writtenName(name: string): Buffer {
  let written = writtenNames.get(name);
  if (written === undefined) writtenNames.set(name, (written = Buffer.from(`"${name}"`)));
  return written;
}

function withSpace(json: Buffer, start: number): number {
  let at = start;
  while (isSpace(json[at])) at++;
  return at;
}

function withoutSpace(json: Buffer, end: number): number {
  let start = end;
  while (start > 0 && isSpace(json[start - 1])) start--;
  return start;
}
