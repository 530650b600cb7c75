import { isUtf8 } from 'node:buffer';
import { ExactNumber } from '../../../../kernel/json/exact-number.js';
import { isJsonObject } from '../../../../kernel/json/json.js';
import { isHiddenBy } from '../../../../kernel/text/secret-patterns.js';

/**
 * What becomes of a text of a JSON value; `name`: of the member that it is, or is in a list of; `''` for a name itself. Of a value that is no
 * text `whole` has the value.
 */
export type TextChange = (text: string, name: string, whole?: unknown) => string;

/** Stands for a value that is no text, in which nothing is looked for. */
const wholeText = 'value';
/** Deeper than anything that makes sense. */
const maxDepth = 100;
/** Texts are gone through in pieces of about so many characters. */
const pieceLength = 32_768;
/** Where words end, and seldom anything else is under way. */
const seam = /[a-z][.,;]? (?=[a-z])/;
/** What is further away than this has no say in what becomes of a part of a text: between words less, elsewhere the length of a key. */
const seamContext = 512;
const contextLength = 4096;
/** So many places are tried for the end of a piece, so far from each other. */
const mostTries = 128;
const tryStep = 61;

/**
 * A JSON value with changed texts, in steps: names of members among them, whole numbers, and texts that stand in it as base64. The same value
 * when all stays as it is. Throws a `RangeError` for what is nested too deeply, and for a text that has no place to end a piece at.
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
    const changed = change(text, name, value);
    return changed === text ? value : changed;
  }
  if (isHiddenBy(name, value)) {
    const changed = change(wholeText, name, value);
    if (changed !== wholeText) return changed;
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
    const end = yield* pieceEnd(text, from + pieceLength, change);
    changed += change(text.slice(from, end));
    from = end;
    yield undefined;
  }
  return changed;
}

/** The first good end of a piece from `least` on. Throws a `RangeError` where there is none: one piece would take as long as it likes. */
function* pieceEnd(
  text: string,
  least: number,
  change: (piece: string) => string,
): Generator<undefined, number> {
  if (least >= text.length) return text.length;
  const found = seam.exec(text.slice(least, least + contextLength));
  const between = found === null ? undefined : least + found.index + found[0].length;
  if (between !== undefined && makesNoDifference(text, between, seamContext, change)) return between;
  for (let tried = 0; tried < mostTries; tried++) {
    const end = least + tried * tryStep;
    if (end >= text.length) return text.length;
    if (makesNoDifference(text, end, contextLength, change)) return end;
    yield undefined;
  }
  throw new RangeError('a text that cannot be looked at in pieces');
}

/** Whether a text becomes the same when what stands before this place is looked at without what stands behind it. */
function makesNoDifference(
  text: string,
  at: number,
  context: number,
  change: (piece: string) => string,
): boolean {
  const isInCharacter = /[\udc00-\udfff]/.test(text.charAt(at));
  if (isInCharacter) return false;
  const before = text.slice(Math.max(0, at - context), at);
  const behind = text.slice(at, at + context);
  return change(before + behind) === change(before) + change(behind);
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
