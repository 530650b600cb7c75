import {
  foreignJsonDepth,
  ForeignJsonTooLarge,
  parsingOutlined,
} from '../../../kernel/json/foreign/foreign-json.js';
import { outlineOf } from '../../../kernel/json/json-outline.js';
import { isSameValue, parseJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { seekingMemberTwice } from '../../../kernel/json/member-twice.js';
import { begunInSlices, inSlices } from '../../../kernel/pacing/slices.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { EventBlocks, fieldsOf } from '../../../mcp/wire/event-blocks.js';
import { authRefusal, httpFailure } from '../../../upstreams/links/http-status.js';
import type { Relayed } from './http-relay.js';
import type { RpcId } from '../../../mcp/server/rpc-reply.js';

const endOfEvent = Buffer.from('\n\n');

/** The JSON-RPC message in an answer that is no stream. */
export function messageIn({ body }: Pick<Relayed, 'body'>): JsonObject | undefined {
  try {
    const value: unknown = parseJson(body.toString('utf8'));
    return isJsonObject(value) && value['jsonrpc'] === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of an answer that came whole, each a message or several, be it a stream or not. */
export function dataIn({ headers, body }: Pick<Relayed, 'headers' | 'body'>): string[] {
  const texts: string[] = [];
  if (isEventStream(headers)) {
    const blocks = new EventBlocks(body.length, (block) => texts.push(fieldsOf(block).data));
    blocks.push(body);
    // Some clients take what stands at the end for an event though no blank line ends it.
    if (blocks.isOpen) blocks.push(endOfEvent);
  } else texts.push(body.toString('utf8'));
  return texts.filter((text) => text !== '');
}

/** All JSON-RPC messages in an answer that came whole. Throws a `LinkFailure`. */
export function messagesIn(relayed: Pick<Relayed, 'headers' | 'body'>): JsonObject[] {
  return dataIn(relayed).map(valueOf).flat().filter(isJsonObject);
}

/** The same where they pass as they came if policies let them: nobody must read them otherwise than policies do. Throws a `LinkFailure`. */
export async function judgeableIn(relayed: Pick<Relayed, 'headers' | 'body'>): Promise<JsonObject[]> {
  const messages: unknown[] = [];
  const { headers, body } = relayed;
  const parts = isEventStream(headers) ? dataIn(relayed).map((text) => Buffer.from(text)) : [body];
  for (const bytes of parts) {
    if (bytes.length === 0) continue;
    const value = await readValue(bytes);
    if (await begunInSlices(seekingMemberTwice(bytes, value)))
      throw new LinkFailure('bad-answer', 'the server sent an object that has a member twice');
    messages.push(value);
  }
  const all = messages.flat().filter(isJsonObject);
  if (all.some((message) => isJsonObject(message['error']) && isJsonObject(message['result'])))
    throw new LinkFailure('bad-answer', 'the server answered with both a result and an error');
  return all;
}

/** In slices where it is large. */
async function readValue(bytes: Buffer): Promise<unknown> {
  if (outlineOf(bytes) === undefined) return valueOf(bytes.toString('utf8'));
  return inSlices(parsingOutlined(bytes, foreignJsonDepth)).catch((cause: unknown) => {
    if (!(cause instanceof ForeignJsonTooLarge)) throw cause;
    throw new LinkFailure('bad-answer', `the server sent JSON that ${cause.message}`, { cause });
  });
}

function valueOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new LinkFailure('bad-answer', 'the server sent what is not JSON', { cause });
  }
}

/** The JSON-RPC error with which a server answers the request of this id. */
export function ownErrorIn(relayed: Pick<Relayed, 'body'>, id: RpcId | undefined): JsonObject | undefined {
  const message = messageIn(relayed);
  const isAnswer = id !== undefined && id !== null && isSameValue(message?.['id'], id);
  return isAnswer && isJsonObject(message?.['error']) ? message['error'] : undefined;
}

/**
 * Throws the failure that an answer stands for when it must not pass: a challenge for our credential would look like one for the
 * client's, and error pages tell of the server's insides.
 */
export function requirePassable(relayed: Relayed, id?: RpcId): void {
  const { status, headers } = relayed;
  if (status === 401 || status === 403 || status === 407) throw authRefusal(status, headers, relayed.body);
  if ((status >= 200 && status < 300) || status === 405) return;
  if (status < 500 && status >= 400 && messageIn(relayed) !== undefined) return;
  if (ownErrorIn(relayed, id) !== undefined) return;
  throw httpFailure(status, headers, relayed.body);
}
