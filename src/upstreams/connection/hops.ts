import type { CallScope } from '../../kernel/call-scope.js';
import type { CalledServer, Hop, HopPeer } from '../../kernel/hop.js';
import { isJsonObject, memberBytes, type JsonObject } from '../../kernel/json/json.js';
import { mayHaveMember } from '../../kernel/json/json-members.js';
import { mcpTarget } from '../../kernel/mcp-operation.js';
import type { Problem } from '../../kernel/problems/problem.js';
import { withTraceparent } from '../../kernel/traced-message.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { ServerTarget } from '../declared/server-definition.js';
import type { Declared } from './places/call-places.js';
import { deniesTool } from './lists/unknown-tool.js';
import type { McpRequest } from './handshake/upstream-connector.port.js';

/** A request of somebody's, as its record tells of it. */
export interface AskedOf {
  /** The server as the caller knows it: an app's that takes over a published one shares its connection. */
  readonly server?: (CalledServer & Declared) | undefined;
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** Of the call of a tool: whether it has been found in the server's list. */
  readonly isListed?: true;
}

export function beginHop(
  connected: RegisteredServer,
  { server = connected, method, params }: AskedOf,
  scope: CallScope,
): Hop {
  const { tool, prompt, uri } = mcpTarget(method, params);
  const hop = scope.beginHop(server, method, tool ?? prompt);
  hop.uri = uri;
  hop.peer = peerOf(connected.definition.target);
  if (tool !== undefined && scope.trace?.hasContent === true)
    hop.captured = { arguments: params?.['arguments'] };
  return hop;
}

/** By declaration: an address is taken apart once. */
const peers = new WeakMap<ServerTarget, HopPeer>();

function peerOf(target: ServerTarget): HopPeer {
  const known = peers.get(target);
  if (known !== undefined) return known;
  const url = target.transport !== 'stdio' && URL.canParse(target.url) ? new URL(target.url) : undefined;
  const usual = url?.protocol === 'https:' ? 443 : 80;
  const peer: HopPeer = {
    transport: target.transport === 'stdio' ? 'pipe' : 'tcp',
    address: url?.hostname,
    port: url === undefined ? undefined : Number(url.port) || usual,
  };
  peers.set(target, peer);
  return peer;
}

/** Notes on the hop how it ended. */
export function failed(hop: Hop, problem: Problem): Problem {
  hop.problem = problem.code;
  hop.end();
  return problem;
}

/** Bytes of a result that a trace holds; a larger one would be parsed for its beginning. */
const longestCaptured = 262_144;

/** Notes on the hop what the server answered. The same response. */
export function answered(
  hop: Hop,
  asked: Pick<AskedOf, 'params' | 'isListed'>,
  response: RawResponse,
): RawResponse {
  const { message, resultBytes } = response;
  const code = message.error?.code;
  if (typeof code === 'number') hop.rpcCode = code;
  if (hop.method !== 'tools/call') return response;
  if (message.error !== undefined) hop.isError = true;
  else hop.answered(resultBytes ?? Buffer.from(JSON.stringify(message.result ?? {})));
  hop.isUnlisted = hop.isError && asked.isListed !== true && deniesTool(response, hop.target ?? '');
  if (hop.captured !== undefined && (resultBytes?.length ?? 0) <= longestCaptured)
    hop.captured.result = message.result;
  if (hop.keepsContent)
    hop.content = {
      arguments: asked.params?.['arguments'],
      result: message.error ?? resultBytes ?? message.result,
    };
  return response;
}

/** Notes the error of an answer that passes as it came. */
export function answeredUnread(hop: Hop, body: Buffer): void {
  const error = mayHaveMember(body, 'error') ? memberBytes(body, 'error') : undefined;
  const code = error === undefined ? undefined : memberBytes(error, 'code');
  if (code !== undefined) hop.rpcCode = Number(code.toString());
}

/** The request with its place in the trace: as a header, and when it is a span of ours in `_meta` too (MCP, SEP-414). */
export function traced<T extends McpRequest>(request: T, { traceparent }: Hop, scope: CallScope): T {
  if (traceparent !== undefined) {
    const { _meta } = request.params;
    const meta = { ...(isJsonObject(_meta) ? _meta : {}), traceparent };
    const bytes = request.bytes === undefined ? undefined : withTraceparent(request.bytes, traceparent);
    return { ...request, traceparent, params: { ...request.params, _meta: meta }, bytes };
  }
  return scope.traceparent === undefined ? request : { ...request, traceparent: scope.traceparent };
}
