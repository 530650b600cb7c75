import { parseJson, withPlainNumbers } from '../../kernel/json/exact-number.js';
import {
  beginsContainer,
  foreignJsonDepth,
  parsingForeignJson,
} from '../../kernel/json/foreign/foreign-json.js';
import { measuringJson } from '../../kernel/json/foreign/json-printing.js';
import { readingPlain } from '../../kernel/json/foreign/plain-value.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** What a result says, and how many bytes it has as JSON or as text; `undefined` where they are more than `maxBytes`. */
export interface ResultValue {
  readonly value: unknown;
  readonly bytes: number | undefined;
}

/** How what a result says is read. */
export interface ResultReading {
  /** Longer text is not parsed, longer JSON not measured to its end. */
  readonly maxBytes: number;
  /** Is given a number that a double cannot hold, and throws; without it numbers stay as they are written. */
  readonly refuse?: ((source: string) => never) | undefined;
}

/** The texts of the content blocks of a result, as one. */
export function resultText({ content }: JsonObject): string | undefined {
  const blocks = Array.isArray(content) ? (content as unknown[]) : [];
  const texts = blocks.flatMap((block) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}

/**
 * What a `CallToolResult` says, in steps that can be put aside: `structuredContent`, else the text parsed as JSON if
 * it is JSON, else the text, else the content blocks. Throws a `NestsTooDeeply` or a `ForeignJsonTooLarge` for JSON that nests too deeply.
 */
export function* readingResult(
  result: JsonObject,
  { maxBytes, refuse }: ResultReading,
): Generator<undefined, ResultValue> {
  const { structuredContent, content } = result;
  if (structuredContent !== undefined) return yield* measured(structuredContent, maxBytes, refuse);
  const text = resultText(result);
  if (text === undefined) return yield* measured(Array.isArray(content) ? content : [], maxBytes, refuse);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) return { value: text, bytes: undefined };
  return { value: yield* parsed(text, refuse), bytes };
}

function* measured(
  value: unknown,
  maxBytes: number,
  refuse: ResultReading['refuse'],
): Generator<undefined, ResultValue> {
  const limits = { maxDepth: foreignJsonDepth, maxBytes };
  if (refuse !== undefined) return yield* readingPlain(value, limits, refuse);
  return { value, bytes: yield* measuringJson(value, limits) };
}

function* parsed(text: string, refuse: ResultReading['refuse']): Generator<undefined, unknown> {
  const plain = (part: string) => {
    const value = parseJson(part);
    return refuse === undefined ? value : withPlainNumbers(value, refuse);
  };
  try {
    if (!beginsContainer(text)) return plain(text);
    return yield* parsingForeignJson(text, { maxDepth: foreignJsonDepth, maxValues: text.length }, plain);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
