import { modernVersion } from '../wire/revisions.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { memberStart, type JsonObject } from '../../kernel/json/json.js';
import { mayHaveMember } from '../../kernel/json/json-members.js';
import type { RawResponse } from '../wire/link.js';
import { metaKeys } from '../wire/modern-headers.js';
import { metaOf, type NativeMessage } from './native-request.js';
import type { RpcId } from './rpc-reply.js';

/** Results that must say for how long and for whom they may be kept (SEP-2549); what an older server sends may be old at once. */
const cacheable = new Set([
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'server/discover',
  'tools/list',
]);
const brace = 0x7b;
const quote = 0x22;
const end = Buffer.from('}');
const uncached = { ttlMs: 0, cacheScope: 'private' };

/** Methods of the 2025 revisions that 2026-07-28 has taken away. */
export const removedMethods: ReadonlySet<string> = new Set([
  'initialize',
  'logging/setLevel',
  'ping',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** The answer of a 2025 server to a request of 2026-07-28, with what that revision wants of every result. */
export function modernised(result: JsonObject, method: string): JsonObject {
  return { ...wantedOf(method), ...(method === 'tools/call' ? completedCall(result) : result) };
}

/** The same for a whole response, its result byte by byte as it came; `undefined` where that has to be read. */
export function modernisedUnderId(response: RawResponse, method: string, id: RpcId): Buffer | undefined {
  const { resultBytes } = response;
  const wanted = wantedOf(method);
  if (resultBytes?.[0] !== brace || resultBytes[1] !== quote) return undefined;
  if (method === 'tools/call' && memberStart(resultBytes, 'content') === undefined) return undefined;
  if (Object.keys(wanted).some((name) => mayHaveMember(resultBytes, name))) return undefined;
  const before = `${printJson(wanted).slice(0, -1)},`;
  return Buffer.concat([Buffer.from(headOf(response, id) + before), resultBytes.subarray(1), end]);
}

function wantedOf(method: string): JsonObject {
  return { resultType: 'complete', ...(cacheable.has(method) ? uncached : {}) };
}

/** What a server has said of itself at the handshake. */
export interface Introduction {
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly serverInfo: JsonObject | undefined;
}

/** `server/discover` for a server of the 2025 revisions. */
export function discovered({ capabilities, instructions, serverInfo }: Introduction): JsonObject {
  return modernised(
    {
      supportedVersions: [modernVersion],
      capabilities,
      ...(instructions === undefined ? {} : { instructions }),
      ...(serverInfo === undefined ? {} : { _meta: { [metaKeys.serverInfo]: serverInfo } }),
    },
    'server/discover',
  );
}

/** The parameters of a request of 2026-07-28 for a server of the 2025 revisions: who asks has been said when it was connected. */
export function paramsForLegacy(message: NativeMessage): JsonObject {
  const reserved: readonly string[] = [
    metaKeys.protocolVersion,
    metaKeys.clientInfo,
    metaKeys.clientCapabilities,
    metaKeys.logLevel,
  ];
  const meta = Object.entries(metaOf(message)).filter(([key]) => !reserved.includes(key));
  const rest = Object.entries(message.params ?? {}).filter(([key]) => key !== '_meta');
  return Object.fromEntries(meta.length === 0 ? rest : [...rest, ['_meta', Object.fromEntries(meta)]]);
}

/** A response under another id; its result as it came, byte by byte. */
export function underId({ message, resultBytes }: RawResponse, id: RpcId): Buffer | string {
  if (resultBytes === undefined) return printJson({ ...message, id });
  return Buffer.concat([Buffer.from(headOf({ message }, id)), resultBytes, end]);
}

/** All before the result, which is not looked at: that of a large response would be taken apart for it. */
function headOf({ message }: Pick<RawResponse, 'message'>, id: RpcId): string {
  const others = Object.keys(message).filter((key) => key !== 'result');
  const head = printJson({
    ...Object.fromEntries(others.map((key) => [key, (message as unknown as JsonObject)[key]])),
    id,
  });
  return `${head.slice(0, -1)},"result":`;
}

/** Members that may be missing, and that some servers send as null. */
const optional = ['isError', '_meta'] as const;

/**
 * The result of a tool with the `content` that MCP requires: empty when the server sent none, as the SDKs read it from servers of the 2025
 * revisions. Requests for input and tasks have no content.
 */
export function completedCall(result: JsonObject): JsonObject {
  const { resultType = 'complete', content } = result;
  if (resultType !== 'complete' || result['task'] !== undefined) return result;
  const isNull = optional.some((name) => result[name] === null);
  if (content !== undefined && content !== null && !isNull) return result;
  const given = Object.entries(result).filter(
    ([name, value]) => value !== null || !optional.some((one) => one === name),
  );
  return { ...Object.fromEntries(given), content: content ?? [] };
}
