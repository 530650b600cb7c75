import { parseJson, printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { EventBlocks, fieldsOf } from '../../../mcp/wire/event-blocks.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import type { Relayed } from './http-relay.js';

/** What becomes of a message of a server; `undefined`: nothing of it is told. */
export type MessageChange = (message: JsonObject) => JsonObject | undefined;

/** An event of a stream with changed messages; `undefined` when nothing of it is left, or when it cannot be judged because it is no JSON. */
export function changedEvent(block: string, change: MessageChange): string | undefined {
  const { id, data } = fieldsOf(block);
  if (data === '') return block;
  const value = valueOf(data);
  const said = value === undefined ? undefined : changedText(data, value, change);
  if (said === undefined || said === data) return said === undefined ? undefined : block;
  return `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${said}\n\n`;
}

/** The same of an answer that came whole. */
export function changedAnswer(relayed: Relayed, change: MessageChange): Relayed {
  const { headers, body } = relayed;
  if (body.length === 0) return relayed;
  const blocks: string[] = [];
  if (isEventStream(headers))
    new EventBlocks(body.length, (block) => blocks.push(changedEvent(block, change) ?? '')).push(body);
  else {
    const text = body.toString('utf8');
    const value = valueOf(text);
    blocks.push(value === undefined ? text : (changedText(text, value, change) ?? ''));
  }
  return { ...relayed, body: Buffer.from(blocks.join('')) };
}

/** `undefined` for what is no JSON. */
function valueOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A JSON text with a message or several, of which `value` was read. */
function changedText(text: string, value: unknown, change: MessageChange): string | undefined {
  const said = Array.isArray(value) ? (value as unknown[]) : [value];
  const left = said.flatMap((message) => (isJsonObject(message) ? (change(message) ?? []) : message));
  if (left.length === said.length && left.every((message, index) => message === said[index])) return text;
  if (left.length === 0) return undefined;
  return printJson(Array.isArray(value) ? left : left[0]);
}
