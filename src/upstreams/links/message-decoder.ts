import { isRpcMessage, isResponse, type RpcMessage } from './json-rpc.js';
import { LinkFailure } from './link-failure.js';
import type { RawResponse } from './link.js';
import { memberBytes } from '../../kernel/json.js';

/** The messages in a body or line; a batch (2025-03-26) yields several. Throws `bad-answer`. */
export function decodeMessages(bytes: Buffer): readonly RpcMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new LinkFailure('bad-answer', 'the server sent what is not JSON', { cause });
  }
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  if (!messages.every(isRpcMessage))
    throw new LinkFailure('bad-answer', 'the server sent what is not a JSON-RPC message');
  return messages;
}

/** A response with the bytes of its result, which are forwarded as they came instead of being serialised anew. */
export function rawResponse(message: RpcMessage, bytes: Buffer): RawResponse | undefined {
  if (!isResponse(message)) return undefined;
  const resultBytes = memberBytes(bytes, 'result');
  return resultBytes === undefined ? { message } : { message, resultBytes };
}
