import { memberBytes } from './json.js';

const comma = 0x2c;

/** `json`, an object, without these members of it (their names are ASCII); all else byte by byte, and the same buffer when none is there. */
export function withoutMembers(json: Buffer, names: readonly string[]): Buffer {
  return names.reduce(without, json);
}

/** Whether the bytes may hold a member of this name, anywhere: costs a fraction of reading them. */
export function mayHaveMember(json: Buffer, name: string): boolean {
  return json.includes(`"${name}"`);
}

function without(json: Buffer, name: string): Buffer {
  let left = json;
  while (mayHaveMember(left, name)) {
    const value = memberBytes(left, name);
    if (value === undefined) return left;
    const start = value.byteOffset - left.byteOffset;
    left = cut(left, left.lastIndexOf(`"${name}"`, start), start + value.length);
  }
  return left;
}

/** The member from `start` to `end` goes with the comma after it, or before it when it is the last one. */
function cut(json: Buffer, start: number, end: number): Buffer {
  if (json[end] === comma) return Buffer.concat([json.subarray(0, start), json.subarray(end + 1)]);
  let before = start;
  while (before > 0 && isSpace(json[before - 1])) before--;
  if (json[before - 1] === comma) before--;
  return Buffer.concat([json.subarray(0, before), json.subarray(end)]);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
