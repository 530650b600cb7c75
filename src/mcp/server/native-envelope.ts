import { rpcErrorCodes } from '../wire/error-codes.js';
import { isJsonObject, memberNames, type JsonObject } from '../../kernel/json/json.js';
import { RpcRefusal, type RpcId } from './rpc-reply.js';

/** Members of a JSON-RPC 2.0 message, and of the parameters that MCP defines in any revision. */
const envelope: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);
const parameters: ReadonlySet<string> = new Set([
  ...['_meta', 'name', 'arguments', 'uri', 'cursor', 'level', 'ref', 'argument', 'context', 'task', 'taskId'],
  ...['protocolVersion', 'capabilities', 'clientInfo', 'requestId', 'reason', 'progressToken', 'progress'],
  ...['inputResponses', 'requestState', 'notifications'],
]);
/** What says of a request whom it is about, by its method. */
const targets: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'resources/subscribe': 'uri',
  'resources/unsubscribe': 'uri',
};
/** What cannot be seen, or only together with what it stands on. */
const unseen = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\s]/gu;
const longest = Math.max(...[...envelope, ...parameters].map(({ length }) => length));
/** What the names of members beside the known ones may have together, in UTF-16 units: each is looked at character by character. */
const maxForeignLength = 65_536;
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

/**
 * Refuses a name or an address that is no text: where rules find none of theirs, a server may take `["name"]` for `name`. Throws refusals.
 */
export function requireTextTargets(message: JsonObject): void {
  const { method, params } = message;
  if (typeof method !== 'string' || !isJsonObject(params)) return;
  const target = Object.hasOwn(targets, method) ? targets[method] : undefined;
  if (target !== undefined) requireText(message, params, target);
  if (method !== 'completion/complete' || params['ref'] === undefined) return;
  if (!isJsonObject(params['ref'])) throw noText(message, 'ref', 'an object');
  for (const name of ['type', 'name', 'uri']) requireText(message, params['ref'], name);
}

function requireText(message: JsonObject, object: JsonObject, name: string): void {
  if (object[name] !== undefined && typeof object[name] !== 'string') throw noText(message, name, 'a text');
}

function noText(message: JsonObject, name: string, what: string): RpcRefusal {
  return new RpcRefusal(rpcErrorCodes.invalidParams, `The parameter "${name}" must be ${what}.`, {
    id: idIn(message),
  });
}

function requirePlain(
  message: JsonObject,
  object: JsonObject,
  known: ReadonlySet<string>,
  foldedKnown: ReadonlySet<string>,
): void {
  const refusal = (text: string) =>
    new RpcRefusal(object === message ? rpcErrorCodes.invalidRequest : rpcErrorCodes.invalidParams, text, {
      id: idIn(message),
    });
  let length = 0;
  for (const name of Object.keys(object)) {
    if (known.has(name)) continue;
    length += name.length;
    if (length > maxForeignLength)
      throw refusal(
        `Members that MCP does not know have names of more than ${String(maxForeignLength)} characters.`,
      );
    if (foldedKnown.has(folded(name)))
      throw refusal(`A member is not spelled as MCP spells it: ${JSON.stringify(name)}.`);
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

/**
 * As readers fold that are not exact: without case, compatibility forms, marks, and what cannot be seen. What is longer than any known name
 * is left as it is: forms make it no shorter, and to find those of many marks takes the square of their number.
 */
function folded(name: string): string {
  const seen = name.replaceAll(unseen, '');
  if (seen.length > 2 * longest) return seen;
  return seen.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKD').replaceAll(unseen, '');
}

function idIn({ id }: JsonObject): RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RpcId) : null;
}
