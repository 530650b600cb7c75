import { isJsonObject, withMember, type JsonObject } from '../../kernel/json/json.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import type { ServerOptions } from '../../upstreams/declared/server-definition.js';
import { declaredTo, mayAsk } from '../questions/question-rules.js';
import type { NativeMessage, NativeRequest } from '../../mcp/server/native-request.js';

/** Where a client says what it can be asked: in the handshake of the 2025 revisions, in every request of 2026-07-28. */
const places = [['capabilities'], ['_meta', metaKeys.clientCapabilities]] as const;

/** A request as a server is to see it that may ask nothing: its client says that it answers nothing. */
export function mutedFor(options: ServerOptions, request: NativeRequest): NativeRequest {
  const [message] = request.messages;
  if (mayAsk(options) || request.isBatch || message === undefined) return request;
  return places.reduce((muted, path) => withoutQuestions(options, muted, path), request);
}

function withoutQuestions(
  options: ServerOptions,
  request: NativeRequest,
  path: readonly string[],
): NativeRequest {
  const [message] = request.messages;
  const declared = path.reduce<unknown>(
    (at, name) => (isJsonObject(at) ? at[name] : undefined),
    message?.params,
  );
  if (message === undefined || !isJsonObject(declared)) return request;
  const left = declaredTo(options, declared) ?? {};
  const bytes = withMember(request.bytes, ['params', ...path], JSON.stringify(left)) ?? request.bytes;
  return { ...request, bytes, messages: [replaced(message, path, left)] };
}

function replaced(message: NativeMessage, path: readonly string[], value: JsonObject): NativeMessage {
  const set = (at: unknown, [name, ...rest]: readonly string[]): unknown =>
    name === undefined
      ? value
      : { ...(isJsonObject(at) ? at : {}), [name]: set(isJsonObject(at) ? at[name] : {}, rest) };
  return { ...message, params: set(message.params, path) as JsonObject };
}
