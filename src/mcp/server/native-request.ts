import { headerNames } from '../wire/header-names.js';
import { modernVersion } from '../wire/revisions.js';
import { rpcErrorCodes } from '../wire/error-codes.js';
import { ExactNumber, plainMembers, printJson } from '../../kernel/json/exact-number.js';
import type { IncomingHttpHeaders } from 'node:http';
import { hasEscapedName, isJsonObject, memberBytes, type JsonObject } from '../../kernel/json/json.js';
import { MemberTwice, parseJsonBody, parsingJsonBody } from '../../kernel/json/json-body.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import type { JsonLimits, JsonMeter } from '../../kernel/json/json-meter.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Values } from '../../platform/config/variables.js';
import type { MeasuredBody } from '../../platform/http/bodies/body-reader.js';
import { metaKeys } from '../wire/modern-headers.js';
import { requirePlainMembers, requireTextTargets, twiceRefusal } from './native-envelope.js';
import { RpcRefusal, type RpcId } from './rpc-reply.js';

/** One JSON-RPC message as it came; members that we do not know are kept. */
export interface NativeMessage extends JsonObject {
  /** An `ExactNumber` where JavaScript has no such integer. */
  readonly id?: RpcId;
  readonly method?: string;
  readonly params?: JsonObject;
}

/** The body of a POST. */
export interface NativeRequest {
  readonly bytes: Buffer;
  /** Several in a batch (2025-03-26). */
  readonly messages: readonly NativeMessage[];
  readonly isBatch: boolean;
  /** How the client speaks, by what the message says of itself. */
  readonly era: 'legacy' | 'modern';
}

/** What a body may hold at most: one request must not be many times what a limit of calls or of their rate is for. */
type NativeBounds = Pick<Values, 'MAX_JSON_DEPTH' | 'MAX_JSON_ELEMENTS' | 'MAX_BATCH'>;

/** Longer bodies are read in slices. */
const largeBytes = 65_536;

/**
 * Reads a body; a large one takes its turns. Throws refusals of JSON-RPC 2.0 §5.1. The one reader of what native clients send, whatever the
 * address or the era.
 */
export function parseNativeRequest(
  { bytes, meter }: MeasuredBody,
  headers: IncomingHttpHeaders,
  { MAX_JSON_DEPTH, MAX_JSON_ELEMENTS, MAX_BATCH }: NativeBounds,
): NativeRequest | Promise<NativeRequest> {
  if (meter !== undefined && bytes.length > largeBytes)
    return inSlices(parsingJsonBody(bytes, 'keep', meter)).then(
      (value) => requestOf(value, bytes, headers, MAX_BATCH),
      (error: unknown) => {
        throw refusalOf(error, bytes);
      },
    );
  const limits: JsonLimits = {
    maxDepth: MAX_JSON_DEPTH,
    maxElements: MAX_JSON_ELEMENTS,
    elementsVariable: 'MAX_JSON_ELEMENTS',
  };
  return requestOf(parse(bytes, limits, meter), bytes, headers, MAX_BATCH);
}

function requestOf(
  value: unknown,
  body: Buffer,
  headers: IncomingHttpHeaders,
  maxBatch: number,
): NativeRequest {
  const isBatch = Array.isArray(value);
  const messages: unknown[] = (isBatch ? value : [value]).map(withPlainMembers);
  if (messages.length === 0 || messages.length > maxBatch || !messages.every(isMessage))
    throw new RpcRefusal(
      rpcErrorCodes.invalidRequest,
      messages.length > maxBatch
        ? `A batch may hold ${String(maxBatch)} messages (MAX_BATCH).`
        : 'The body is not a JSON-RPC 2.0 message of MCP.',
    );
  for (const message of messages) {
    requirePlainMembers(message);
    requireTextTargets(message);
  }
  return { bytes: plainlyWritten(body, value), messages, isBatch, era: eraOf(messages, headers) };
}

/** The id under which a failure of the whole body is told. */
export function idOf({ messages, isBatch }: NativeRequest): RpcId {
  return isBatch ? null : (messages[0]?.id ?? null);
}

/** Whether a body asks for something that stays open. */
export function isOpening({ messages }: NativeRequest): boolean {
  return messages.some(({ method }) => method === 'initialize' || method === 'subscriptions/listen');
}

/** Whether an answer is due: the message has a method and an id. */
export function expectsAnswer(
  message: NativeMessage,
): message is NativeMessage & { id: string | number; method: string } {
  return message.method !== undefined && message.id !== undefined && message.id !== null;
}

export function metaOf({ params }: NativeMessage): JsonObject {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
}

/** The body, written anew when a name that MCP knows is hidden behind escapes in it from whoever looks for it among the bytes. */
function plainlyWritten(body: Buffer, value: unknown): Buffer {
  if (Array.isArray(value) || !body.includes('\\u')) return body;
  const params = memberBytes(body, 'params');
  const meta = params === undefined ? undefined : memberBytes(params, '_meta');
  const isHidden = [body, params, meta].some((part) => part !== undefined && hasEscapedName(part));
  return isHidden ? Buffer.from(printJson(value)) : body;
}

/** The message with numbers of JavaScript where the gateway looks: beside its parameters, in them, and in their `_meta`. */
function withPlainMembers(message: unknown): unknown {
  if (!isJsonObject(message)) return message;
  const { params } = message;
  if (!isJsonObject(params)) return plainMembers(message);
  const meta = params['_meta'];
  const plain = isJsonObject(meta) ? replaced(params, '_meta', plainMembers(meta)) : params;
  return plainMembers(replaced(message, 'params', plainMembers(plain)));
}

function replaced(object: JsonObject, name: string, value: unknown): JsonObject {
  return object[name] === value ? object : { ...object, [name]: value };
}

function parse(bytes: Buffer, limits: JsonLimits, meter: JsonMeter | undefined): unknown {
  try {
    return parseJsonBody(bytes, limits, 'keep', meter);
  } catch (error) {
    throw refusalOf(error, bytes);
  }
}

function refusalOf(error: unknown, body: Buffer): unknown {
  if (error instanceof MemberTwice) return twiceRefusal(body.toString('utf8'));
  return error instanceof Problem ? new RpcRefusal(rpcErrorCodes.parseError, error.message) : error;
}

function isMessage(value: unknown): value is NativeMessage {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params } = value;
  const hasId = typeof id === 'string' || isInteger(id) || id === null || id === undefined;
  if (!hasId || (params !== undefined && !isJsonObject(params))) return false;
  // A request without an answer would be one that nobody hears of: MCP has no null ids but in errors.
  if (typeof method === 'string') return id !== null && (id !== undefined || method !== 'initialize');
  return method === undefined && ('result' in value || 'error' in value);
}

function isInteger(value: unknown): boolean {
  return value instanceof ExactNumber ? /^-?\d+$/.test(value.source) : Number.isInteger(value);
}

/** 2026-07-28 says on every request which revision it is of, in `_meta` and in a header; until 2025-11-25 a session says it. */
function eraOf(messages: readonly NativeMessage[], headers: IncomingHttpHeaders): NativeRequest['era'] {
  if (messages.some((message) => metaKeys.protocolVersion in metaOf(message))) return 'modern';
  if (headers[headerNames.sessionId] !== undefined || messages.some(({ method }) => method === 'initialize'))
    return 'legacy';
  const version = headers[headerNames.protocolVersion];
  return typeof version === 'string' && version >= modernVersion ? 'modern' : 'legacy';
}

/** What the client calls itself in its handshake, or in a request of 2026-07-28. */
export function clientNameIn(message: NativeMessage | undefined): string | undefined {
  if (message === undefined) return undefined;
  const info = message.params?.['clientInfo'] ?? metaOf(message)[metaKeys.clientInfo];
  const name = isJsonObject(info) ? info['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
