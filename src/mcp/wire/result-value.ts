import { parseJson, printJson } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** What a result says, and how many bytes it has as JSON or as text. */
export interface ResultValue {
  readonly value: unknown;
  readonly bytes: number;
}

/**
 * What a `CallToolResult` says: `structuredContent`, else the text parsed as JSON if it is JSON, else the text, else the content blocks. A
 * text of more than `maxBytes` is left as it is.
 */
export function resultValue({ structuredContent, content }: JsonObject, maxBytes: number): ResultValue {
  if (structuredContent !== undefined) return measured(structuredContent);
  const blocks = Array.isArray(content) ? (content as unknown[]) : [];
  const texts = blocks.flatMap((block) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  if (texts.length === 0) return measured(blocks);
  const text = texts.join('\n');
  const bytes = Buffer.byteLength(text);
  return { value: bytes > maxBytes ? text : parsed(text), bytes };
}

function measured(value: unknown): ResultValue {
  return { value, bytes: Buffer.byteLength(printJson(value)) };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
