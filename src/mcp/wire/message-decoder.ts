import { keyOf, parseJson } from '../../kernel/json/exact-number.js';
import { isUtf8 } from 'node:buffer';
import {
  isJsonObject,
  isNamed,
  memberBytes,
  memberNames,
  memberStart,
  type JsonObject,
} from '../../kernel/json/json.js';
import { beginsObject } from '../../kernel/json/json-bytes.js';
import { outlineOf } from '../../kernel/json/json-outline.js';
import { isPrintable } from '../../kernel/text/printable.js';
import { holdsTooMany, tooManyValues } from './answer-values.js';
import { isResponse, isRpcMessage, type RpcMessage, type RpcResponse } from './json-rpc.js';
import { LinkFailure } from './link-failure.js';

/** A message, and for a response the bytes of its result, which are forwarded as they came instead of being serialised anew. */
export interface DecodedMessage {
  readonly message: RpcMessage;
  readonly resultBytes?: Buffer | undefined;
  /** Why a response is no answer to its request. */
  readonly fault?: LinkFailure;
}

/** From this size on a result is checked, but taken apart only if somebody looks into it. */
const largeBytes = 65_536;
const closeBrace = 0x7d;

/**
 * The messages in a body or line; a batch (2025-03-26) yields several. Parts that are none are left out, and so is what asks or tells and
 * nests too deeply to be handed on. Throws `bad-answer` when nothing can be told from them, `too-large` when there are more than `maxValues`.
 */
export function decodeMessages(bytes: Buffer, maxValues: number): readonly DecodedMessage[] {
  if (holdsTooMany(bytes, maxValues)) return [unread(bytes, tooManyValues(maxValues))];
  if (!isUtf8(bytes)) return faulty(bytes, badAnswer('the server sent what is not UTF-8'));
  const large = bytes.length < largeBytes ? undefined : decodeLarge(bytes);
  if (large !== undefined) return [large];
  const value = parse(bytes.toString('utf8'));
  if (isRpcMessage(value)) return decode(value, bytes);
  const messages = Array.isArray(value) ? value.filter(isRpcMessage) : [];
  if (messages.length === 0) throw badAnswer('the server sent what is not a JSON-RPC message');
  return messages.flatMap((message) => decode(message));
}

function decode(decoded: RpcMessage, bytes?: Buffer): readonly DecodedMessage[] {
  if (!isResponse(decoded)) return isPrintable(decoded) ? [{ message: decoded }] : [];
  const id = keyOf(decoded.id);
  const message = id === decoded.id ? decoded : { ...decoded, id };
  const resultBytes = bytes === undefined ? undefined : memberBytes(bytes, 'result');
  const fault = faultOf(message) ?? (bytes && twiceIn(bytes, resultBytes));
  if (fault !== undefined) return [{ message, fault: badAnswer(fault) }];
  return [{ message: isJsonObject(message.error) ? message : withoutError(message), resultBytes }];
}

/** What servers send in place of a response. Many write `"error": null` beside a result: that is none. */
function faultOf(message: RpcResponse): string | undefined {
  const { error }: { readonly error?: unknown } = message;
  if (error === undefined || error === null)
    return 'result' in message ? undefined : 'the server answered with neither a result nor an error';
  if (!isJsonObject(error) || !isPrintable(error)) return 'the server answered with an error that is none';
  return isJsonObject(message.result) ? 'the server answered with both a result and an error' : undefined;
}

/** The bytes that pass are of one member, what is judged is read of another. A result with nothing behind it is the one that is read. */
function twiceIn(bytes: Buffer, result: Buffer | undefined): string | undefined {
  if (result !== undefined && bytes[result.byteOffset - bytes.byteOffset + result.length] === closeBrace)
    return undefined;
  const names = memberNames(bytes);
  return new Set(names).size === names.length ? undefined : 'the server answered with a member twice';
}

function withoutError(message: RpcResponse): RpcResponse {
  const { jsonrpc, id, result } = message;
  return !('error' in message) || result === undefined ? message : { jsonrpc, id, result };
}

/** The responses in what cannot be used, as far as their ids can be told. Throws the failure when none can. */
function faulty(bytes: Buffer, fault: LinkFailure): readonly DecodedMessage[] {
  const value = parse(bytes.toString('utf8'));
  const responses = [value].flat().filter(isRpcMessage).filter(isResponse);
  if (responses.length === 0) throw fault;
  return responses.map((message) => ({ message, fault }));
}

/** The response of which only the beginning is read, to tell whose it is. Throws the failure when that is not told there. */
function unread(bytes: Buffer, fault: LinkFailure): DecodedMessage {
  const id = envelopeOf(bytes, memberStart(bytes, 'result'))?.['id'];
  if (typeof id !== 'string' && typeof id !== 'number') throw fault;
  return { message: { jsonrpc: '2.0', id, result: {} }, fault };
}

/** What stands before the result. */
function envelopeOf(bytes: Buffer, resultStart: number | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(`${bytes.toString('utf8', 0, resultStart ?? 0)}null}`);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A large response whose result is an object and its last member, as it usually is. Its outline proves that it is JSON. */
function decodeLarge(bytes: Buffer): DecodedMessage | undefined {
  const members = outlineOf(bytes)?.members;
  const result = members?.find((member) => isNamed(bytes, member, 'result'));
  if (result === undefined || result !== members?.at(-1) || !beginsObject(result.bytes)) return undefined;
  const { id, error } = envelopeOf(bytes, memberStart(bytes, 'result')) ?? {};
  if (error !== undefined || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return { message: largeResponse(id, result.bytes), resultBytes: result.bytes };
}

/**
 * Its result is taken apart when somebody looks, once. The members are its own and the bytes none of them, so that a copy (`{...message}`)
 * holds what the response holds and nothing else.
 */
function largeResponse(id: string | number | null, bytes: Buffer): RpcResponse {
  let result: JsonObject | undefined;
  return {
    jsonrpc: '2.0',
    id,
    get result() {
      return (result ??= parseJson(bytes.toString('utf8')) as JsonObject);
    },
  };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new LinkFailure('bad-answer', 'the server sent what is not JSON', { cause });
  }
}

function badAnswer(what: string): LinkFailure {
  return new LinkFailure('bad-answer', what);
}
