import { rpcErrorCodes } from '../wire/error-codes.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** What a server has to declare before it has the method. */
const capabilities: Readonly<Record<string, string>> = {
  'completion/complete': 'completions',
  'prompts/get': 'prompts',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/read': 'resources',
  'resources/templates/list': 'resources',
  'tools/call': 'tools',
  'tools/list': 'tools',
};

/** By these a message is refused before it is a request (2026-07-28, Streamable HTTP). */
const refusals: readonly unknown[] = [
  rpcErrorCodes.headerMismatch,
  rpcErrorCodes.missingClientCapability,
  rpcErrorCodes.unsupportedProtocolVersion,
];

/**
 * The HTTP status of an answer of 2026-07-28 that carries an error: 404 is for methods that a server does not have, whatever the handler
 * of one that it has answers.
 */
export function statusOfError(code: unknown, method: string, declared: JsonObject): number {
  if (refusals.includes(code)) return 400;
  const capability = capabilities[method];
  const hasMethod = capability !== undefined && isJsonObject(declared[capability]);
  return code === rpcErrorCodes.methodNotFound && !hasMethod ? 404 : 200;
}
