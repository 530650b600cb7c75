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
import { outlinedBytes, outlineOf, type OutlinedMember } from '../../kernel/json/json-outline.js';
import {
  foreignJsonDepth,
  ForeignJsonTooLarge,
  parsingOutlined,
} from '../../kernel/json/foreign/foreign-json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { isPrintable, nestsTooDeeply } from '../../kernel/text/printable.js';
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

/**
 * What a message may be that is parsed in one go: an error, a notification, a request, a batch. Only results may be larger: they are checked,
 * and taken apart if somebody looks into them.
 */
const [maxParsedBytes, maxParsedValues] = [8_388_608, 20_000];
/** In which the id of a response is looked for. */
const envelopeBytes = 4096;
const closeBrace = 0x7d;

/**
 * The messages in a body or line; a batch (2025-03-26) yields several. Parts that are none are left out, and so is what asks or tells and
 * nests too deeply to be handed on. Throws `bad-answer` when nothing can be told from them, `too-large` when there are more than `maxValues`.
 */
export function decodeMessages(bytes: Buffer, maxValues: number): readonly DecodedMessage[] {
  if (holdsTooMany(bytes, maxValues)) return [unread(bytes, tooManyValues(maxValues))];
  if (bytes.length < outlinedBytes) return decodeWhole(bytes);
  const members = outlineOf(bytes)?.members;
  const large = members === undefined || !isUtf8(bytes) ? undefined : decodeLarge(bytes, members);
  if (large !== undefined) return [large];
  if (bytes.length <= maxParsedBytes && !holdsTooMany(bytes, maxParsedValues)) return decodeWhole(bytes);
  // What nobody waits for is left out.
  if (members?.some((member) => isNamed(bytes, member, 'method')) === true) return [];
  return [unread(bytes, tooLargeBesideResult, members && idIn(bytes, members))];
}

function decodeWhole(bytes: Buffer): readonly DecodedMessage[] {
  if (!isUtf8(bytes)) return faulty(bytes, badAnswer('the server sent what is not UTF-8'));
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
function unread(
  bytes: Buffer,
  fault: LinkFailure,
  id = idBeforeResult(bytes.subarray(0, envelopeBytes)),
): DecodedMessage {
  if (typeof id !== 'string' && typeof id !== 'number') throw fault;
  return { message: { jsonrpc: '2.0', id, result: {} }, fault };
}

function idBeforeResult(bytes: Buffer): unknown {
  const end = memberStart(bytes, 'result') ?? memberStart(bytes, 'error') ?? 0;
  try {
    const value: unknown = JSON.parse(`${bytes.toString('utf8', 0, end)}null}`);
    return isJsonObject(value) ? value['id'] : undefined;
  } catch {
    return undefined;
  }
}

/** A large response whose result is an object. Its outline proves that it is JSON. */
function decodeLarge(bytes: Buffer, members: readonly OutlinedMember[]): DecodedMessage | undefined {
  const [result, error] = ['result', 'error'].map(
    (name) => members.find((member) => isNamed(bytes, member, name))?.bytes,
  );
  if (result === undefined || !beginsObject(result) || hasNameTwice(bytes)) return undefined;
  const id = idIn(bytes, members);
  const isError = error !== undefined && error.toString('latin1').trim() !== 'null';
  if (isError || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return { message: largeResponse(id, result), resultBytes: result };
}

function idIn(bytes: Buffer, members: readonly OutlinedMember[]): unknown {
  const id = members.find((member) => isNamed(bytes, member, 'id'))?.bytes;
  return id === undefined || id.length > envelopeBytes ? undefined : keyOf(parse(id.toString('utf8')));
}

function hasNameTwice(bytes: Buffer): boolean {
  const names = memberNames(bytes);
  return new Set(names).size !== names.length;
}

const readings = new WeakMap<RpcResponse, () => Promise<void>>();

/**
 * The result of a response. A large one is parsed in slices, so that the event loop stays free for others, which `message.result` does not
 * do. Throws `upstream-error` when it nests too deeply.
 */
export async function readResult(message: RpcResponse): Promise<JsonObject | undefined> {
  await readings.get(message)?.();
  return message.result;
}

/**
 * Its result is taken apart when somebody looks, once. The members are its own and the bytes none of them, so that a copy (`{...message}`)
 * holds what the response holds and nothing else.
 */
function largeResponse(id: string | number, bytes: Buffer): RpcResponse {
  let result: JsonObject | undefined;
  const message: RpcResponse = {
    jsonrpc: '2.0',
    id,
    get result() {
      return (result ??= parseJson(bytes.toString('utf8')) as JsonObject);
    },
  };
  readings.set(message, async () => {
    result ??= (await inSlices(parsingOutlined(bytes, foreignJsonDepth)).catch((error: unknown) => {
      throw error instanceof ForeignJsonTooLarge ? nestsTooDeeply() : error;
    })) as JsonObject;
  });
  return message;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new LinkFailure('bad-answer', 'the server sent what is not JSON', { cause });
  }
}

const tooLargeBesideResult = new LinkFailure(
  'too-large',
  `the server sent an error or a batch of more than ${String(maxParsedBytes)} bytes or ${String(maxParsedValues)} values`,
);

function badAnswer(what: string): LinkFailure {
  return new LinkFailure('bad-answer', what);
}
