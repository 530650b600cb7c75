import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import { isJsonObject } from '../../../kernel/json/json.js';
import type { RawResponse } from '../../../mcp/wire/link.js';

/** Servers say it in a few words; what is longer is not looked into. */
const maxLength = 4096;
const unknown =
  /\b(?:unknown|unrecogni[sz]ed|no such|not found|not exist|not available|not known|disabled)\b/i;

/** Whether a server says that it has no tool of this name: with an error, or as the SDKs do with a result that `isError`. */
export function deniesTool({ message, resultBytes }: RawResponse, name: string): boolean {
  if (message.error !== undefined)
    return message.error.code === rpcErrorCodes.invalidParams && says(message.error.message, name);
  if (resultBytes !== undefined && resultBytes.length > maxLength) return false;
  const { result } = message;
  if (!isJsonObject(result) || result['isError'] !== true || !Array.isArray(result['content'])) return false;
  const [first, ...others] = result['content'] as unknown[];
  return others.length === 0 && isJsonObject(first) && says(first['text'], name);
}

function says(text: unknown, name: string): boolean {
  return typeof text === 'string' && text.length <= maxLength && text.includes(name) && unknown.test(text);
}
