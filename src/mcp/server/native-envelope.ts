import { rpcErrorCodes } from '../wire/error-codes.js';
import { memberNames, type JsonObject } from '../../kernel/json/json.js';
import { RpcRefusal, type RpcId } from './rpc-reply.js';

/** Members of a JSON-RPC 2.0 message, and of the parameters that MCP defines in any revision. */
const envelope: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);
const parameters: ReadonlySet<string> = new Set([
  ...['_meta', 'name', 'arguments', 'uri', 'cursor', 'level', 'ref', 'argument', 'context', 'task', 'taskId'],
  ...['protocolVersion', 'capabilities', 'clientInfo', 'requestId', 'reason', 'progressToken', 'progress'],
  ...['inputResponses', 'requestState', 'notifications'],
]);
const foldedEnvelope = new Set([...envelope].map(folded));
const foldedParameters = new Set([...parameters].map(folded));

/**
 * Refuses members that some reader of JSON takes for one that decides what a message does: who reads `Method` as `method` must not carry out
 * what the rules have not seen (CVE-2026-27896). Throws refusals.
 */
export function requirePlainMembers(message: JsonObject): void {
  requirePlain(message, message, envelope, foldedEnvelope);
  const { params } = message;
  if (typeof params === 'object' && params !== null)
    requirePlain(message, params as JsonObject, parameters, foldedParameters);
}

function requirePlain(
  message: JsonObject,
  object: JsonObject,
  known: ReadonlySet<string>,
  foldedKnown: ReadonlySet<string>,
): void {
  for (const name of Object.keys(object)) {
    if (known.has(name) || !foldedKnown.has(folded(name))) continue;
    const code = object === message ? rpcErrorCodes.invalidRequest : rpcErrorCodes.invalidParams;
    throw new RpcRefusal(code, `A member is not spelled as MCP spells it: ${JSON.stringify(name)}.`, {
      id: idIn(message),
    });
  }
}

/** The refusal of a body in which an object has a member twice: of the message itself, or somewhere in its parameters. */
export function twiceRefusal(body: string): RpcRefusal {
  const names = body.trimStart().startsWith('{') ? memberNames(Buffer.from(body)) : [];
  const isInside = names.length > 0 && new Set(names).size === names.length;
  return new RpcRefusal(
    isInside ? rpcErrorCodes.invalidParams : rpcErrorCodes.invalidRequest,
    'An object has the same member twice.',
    { id: isInside ? idIn(JSON.parse(body) as JsonObject) : null },
  );
}

/** As readers fold that are not exact: without case, compatibility forms, marks, and what cannot be seen. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\s]/gu, '');
}

function idIn({ id }: JsonObject): RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RpcId) : null;
}
