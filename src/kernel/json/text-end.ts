import { backslash, escapeLengths, isHexDigit, isPlain, quote } from './json-bytes.js';
import { passLongText, type PassText } from './text-scan.js';

/** Up to here a text is looked through byte by byte: most end before, and handing one over has its price. */
const shortBytes = 64;

/** Where the text of a JSON string ends that begins at `from`, behind its quote: the place of the other quote; -1 when it is no such text. */
export function textEnd(json: Buffer, from: number, passLong: PassText | undefined = passLongText): number {
  let at = passText(json, from, Math.min(json.length, from + shortBytes));
  if (at >= from + shortBytes) at = passLong?.(json, at) ?? passText(json, at, json.length);
  return json[at] === quote ? at : -1;
}

/** The place of the first byte that belongs to no text; when there is none before `to`, where the last one before it ends. */
function passText(json: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to) {
    if (isPlain[json[at] as number] === 1) {
      at++;
      continue;
    }
    const length = json[at] === backslash ? (escapeLengths[json[at + 1] as number] ?? 0) : 0;
    if (length === 0 || (length === 6 && !areHexDigits(json, at + 2))) return at;
    at += length;
  }
  return at;
}

function areHexDigits(json: Buffer, from: number): boolean {
  for (let at = from; at < from + 4; at++) if (isHexDigit[json[at] as number] !== 1) return false;
  return true;
}
