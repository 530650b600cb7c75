import { readResult } from '../../../mcp/wire/message-decoder.js';
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../kernel/json/json.js';
import { isLargerThan } from '../../../kernel/json/json-size.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import type { RawResponse } from '../../../mcp/wire/link.js';
import { problemOfRpcError } from '../failure-mapping.js';

/** Of an answer in a batch only whether it is too large is known. */
export function answerSizeOf({ resultBytes, message }: RawResponse, maxBytes: number): number {
  if (resultBytes !== undefined) return resultBytes.length;
  return isLargerThan(message.result, maxBytes) ? maxBytes + 1 : 0;
}

/** The same for the same bytes; `undefined` of an answer in a batch. */
export function digestOf({ resultBytes }: RawResponse): string | undefined {
  return resultBytes && createHash('sha256').update(resultBytes).digest('base64');
}

/** What the page holds: nothing, where the server knows no such list. Throws problems. */
export async function resultOf({ message }: RawResponse): Promise<JsonObject> {
  if (message.error === undefined) return (await readResult(message)) ?? {};
  if (message.error.code === rpcErrorCodes.methodNotFound) return {};
  throw problemOfRpcError(message.error);
}
