import { printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';

/** Less than this is no use beside a note: the note is then beyond what the result may have. */
const leastRoom = 64;

/**
 * What is left of a result in so many bytes of JSON, with a note at its end: the first blocks that have room, a text as far as it has. What
 * the server says beside content is left out, but for whether it failed.
 */
export function cutResult(
  { content, structuredContent, isError, resultType }: JsonObject,
  maxBytes: number,
  note: JsonObject,
): JsonObject {
  const rest = {
    ...(isError === undefined ? {} : { isError }),
    ...(resultType === undefined ? {} : { resultType }),
  };
  const room = maxBytes - shownBytes({ content: [note], ...rest });
  let left = room >= leastRoom ? room : maxBytes;
  const kept: unknown[] = [];
  for (const block of blocksOf(content, structuredContent)) {
    const part = jsonBytes(block) + 1 <= left ? block : partOf(block, left);
    if (part === undefined) continue;
    left -= jsonBytes(part) + 1;
    kept.push(part);
  }
  return { content: [...kept, note], ...rest };
}

/** Bytes of a result as JSON; clients of 2026-07-28 are told its type too, whatever era the server speaks. */
export function shownBytes(result: JsonObject): number {
  return jsonBytes({ resultType: 'complete', ...result });
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(printJson(value));
}

function blocksOf(content: unknown, structuredContent: unknown): readonly unknown[] {
  if (Array.isArray(content) && content.length > 0) return content;
  return structuredContent === undefined ? [] : [{ type: 'text', text: printJson(structuredContent) }];
}

/** As much of a text as has room in so many bytes with the comma behind it. */
function partOf(block: unknown, maxBytes: number): JsonObject | undefined {
  if (!isJsonObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return undefined;
  const empty = { type: 'text', text: '' };
  const text = beginningOf(block['text'], maxBytes - jsonBytes(empty) - 1);
  return text === '' ? undefined : { ...empty, text };
}

/** The longest beginning of a text that takes up so many bytes between the quotes of JSON; no character is cut in two. */
function beginningOf(text: string, maxBytes: number): string {
  let left = maxBytes;
  let end = 0;
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function bytesOf(character: string): number {
  const isPlain = character >= ' ' && character <= '~' && character !== '"' && character !== '\\';
  return isPlain ? 1 : Buffer.byteLength(JSON.stringify(character)) - 2;
}
