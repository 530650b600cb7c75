import { foreignJsonDepth } from '../../../kernel/json/foreign/foreign-json.js';
import { measuringJson, printingJson } from '../../../kernel/json/foreign/json-printing.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { pieceEnd } from '../../../kernel/text/piece-end.js';

/** Less than this is no use beside a note: the note is then beyond what the result may have. */
const leastRoom = 64;
/** Characters of a text that are measured at once. */
const pieceLength = 4096;

/**
 * What is left of a result in so many bytes of JSON, with a note at its end, in steps that can be put aside: the first blocks that have room, a
 * text as far as it has. What the server says beside content is left out, but for whether it failed. Throws a `NestsTooDeeply`.
 */
export function* cuttingResult(
  { content, structuredContent, isError, resultType }: JsonObject,
  maxBytes: number,
  note: JsonObject,
): Generator<undefined, JsonObject> {
  const rest = {
    ...(isError === undefined ? {} : { isError }),
    ...(resultType === undefined ? {} : { resultType }),
  };
  const around =
    (yield* measuring({ resultType: 'complete', content: [note], ...rest }, maxBytes)) ?? maxBytes;
  const room = maxBytes - around;
  let left = room >= leastRoom ? room : maxBytes;
  const kept: unknown[] = [];
  for (const block of yield* blocksOf(content, structuredContent)) {
    yield undefined;
    const bytes = yield* measuring(block, left - 1);
    const part = bytes === undefined ? yield* partOf(block, left) : { block, bytes };
    if (part === undefined) continue;
    left -= part.bytes + 1;
    kept.push(part.block);
  }
  return { content: [...kept, note], ...rest };
}

/** Whether a result has at most so many bytes as JSON; clients of 2026-07-28 are told its type too, whatever era the server speaks. */
export function* fittingIn(result: JsonObject, maxBytes: number): Generator<undefined, boolean> {
  return (yield* measuring({ resultType: 'complete', ...result }, maxBytes)) !== undefined;
}

function measuring(value: unknown, maxBytes: number): Generator<undefined, number | undefined> {
  return measuringJson(value, { maxDepth: foreignJsonDepth, maxBytes });
}

function* blocksOf(content: unknown, structuredContent: unknown): Generator<undefined, readonly unknown[]> {
  if (Array.isArray(content) && content.length > 0) return content as unknown[];
  if (structuredContent === undefined) return [];
  const text = yield* printingJson(structuredContent, { maxDepth: foreignJsonDepth, maxBytes: Infinity });
  return [{ type: 'text', text }];
}

interface Part {
  readonly block: JsonObject;
  readonly bytes: number;
}

/** As much of a text as has room in so many bytes with the comma behind it. */
function* partOf(block: unknown, maxBytes: number): Generator<undefined, Part | undefined> {
  if (!isJsonObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return undefined;
  const empty = { type: 'text', text: '' };
  const around = JSON.stringify(empty).length;
  const { text, bytes } = yield* beginningOf(block['text'], maxBytes - around - 1);
  return text === '' ? undefined : { block: { ...empty, text }, bytes: around + bytes };
}

/** The longest beginning of a text that takes up so many bytes between the quotes of JSON; no character is cut in two. */
function* beginningOf(
  text: string,
  maxBytes: number,
): Generator<undefined, { readonly text: string; readonly bytes: number }> {
  let bytes = 0;
  let end = 0;
  while (end < text.length) {
    const next = pieceEnd(text, end, pieceLength);
    const more = bytesOf(text.slice(end, next));
    if (bytes + more > maxBytes) break;
    bytes += more;
    end = next;
    yield undefined;
  }
  for (const character of text.slice(end, pieceEnd(text, end, pieceLength))) {
    const more = bytesOf(character);
    if (bytes + more > maxBytes) break;
    bytes += more;
    end += character.length;
  }
  return { text: text.slice(0, end), bytes };
}

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
