import { isUtf8 } from 'node:buffer';
import { ExactNumber } from '../../../../kernel/json/exact-number.js';
import { isJsonObject } from '../../../../kernel/json/json.js';

/** What becomes of a text of a JSON value; `name`: of the member that it is, or is in a list of; `''` for a name itself. */
export type TextChange = (text: string, name: string) => string;

/** Deeper than anything that makes sense. */
const maxDepth = 100;
/** Texts are gone through in pieces of about so many characters. */
const pieceLength = 32_768;
/** Where no word, number or address goes on. */
const seam = /[a-z][.,;]? (?=[a-z])/g;

/**
 * A JSON value with changed texts, in steps: names of members among them, whole numbers, and texts that stand in it as base64. The same value
 * when all stays as it is. Throws a `RangeError` for what is nested too deeply.
 */
export function* changedTexts(
  value: unknown,
  change: TextChange,
  name = '',
  depth = 0,
): Generator<undefined, unknown> {
  if (typeof value === 'string') return yield* changedText(value, (text) => change(text, name));
  if (Number.isSafeInteger(value) || value instanceof ExactNumber) {
    const text = value instanceof ExactNumber ? value.source : String(value);
    const changed = change(text, name);
    return changed === text ? value : changed;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) {
    const before = value as readonly unknown[];
    const items: unknown[] = [];
    for (const item of before) items.push(yield* changedTexts(item, change, name, depth + 1));
    return items.every((item, index) => item === before[index]) ? before : items;
  }
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const encoded = encodedTextIn(value, key, member);
    const changed =
      encoded === undefined
        ? yield* changedTexts(member, change, key, depth + 1)
        : yield* changedBase64(String(member), encoded, change);
    members.push([change(key, ''), changed]);
  }
  const isSame = members.every(([key, member]) => (value as Record<string, unknown>)[key] === member);
  return isSame ? value : Object.fromEntries(members);
}

function* changedText(text: string, change: (piece: string) => string): Generator<undefined, string> {
  if (text.length <= pieceLength) {
    yield undefined;
    return change(text);
  }
  let changed = '';
  let from = 0;
  while (from < text.length) {
    seam.lastIndex = from + pieceLength;
    const found = from + pieceLength < text.length ? seam.exec(text) : null;
    const end = found === null ? text.length : found.index + found[0].length;
    changed += change(text.slice(from, end));
    from = end;
    yield undefined;
  }
  return changed;
}

/** What the bytes of a resource or a picture say, where that is text. */
function encodedTextIn(object: object, name: string, value: unknown): string | undefined {
  const isEncoded = name === 'blob' || (name === 'data' && isJsonObject(object) && 'mimeType' in object);
  if (!isEncoded || typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : '';
}

function* changedBase64(encoded: string, text: string, change: TextChange): Generator<undefined, string> {
  const changed = yield* changedText(text, (piece) => change(piece, ''));
  return changed === text ? encoded : Buffer.from(changed).toString('base64');
}
