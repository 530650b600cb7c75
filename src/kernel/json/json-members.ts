import { isSpace } from './json-bytes.js';
import { outlineOf } from './json-outline.js';
import { isNamed, topMembers } from './json.js';

const comma = 0x2c;

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
  return json.includes(`"${name}"`);
}

function withoutSpace(json: Buffer, end: number): number {
  let start = end;
  while (start > 0 && isSpace(json[start - 1])) start--;
  return start;
}
