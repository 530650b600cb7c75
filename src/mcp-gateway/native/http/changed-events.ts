import { parseJson, printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { EventBlocks, fieldsOf } from '../../../mcp/wire/event-blocks.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import type { Relayed } from './http-relay.js';

/** What becomes of a message of a server; `undefined`: nothing of it is told. */
export type MessageChange = (message: JsonObject) => JsonObject | undefined;

/** An event of a stream with changed messages; `undefined` when nothing of it is left. */
export function changedEvent(block: string, change: MessageChange): string | undefined {
  const { id, data } = fieldsOf(block);
  if (data === '') return block;
  const said = changedText(data, change);
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
  else blocks.push(changedText(body.toString('utf8'), change) ?? '');
  return { ...relayed, body: Buffer.from(blocks.join('')) };
}

/** A JSON text with a message or several; what is no JSON says nothing. */
function changedText(text: string, change: MessageChange): string | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return text;
  }
  const said = Array.isArray(value) ? (value as unknown[]) : [value];
  const left = said.flatMap((message) => (isJsonObject(message) ? (change(message) ?? []) : message));
  if (left.length === said.length && left.every((message, index) => message === said[index])) return text;
  if (left.length === 0) return undefined;
  return printJson(Array.isArray(value) ? left : left[0]);
}
