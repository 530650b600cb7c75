import type { CallScope } from '../../kernel/call-scope.js';
import type { CalledServer, Hop, HopPeer } from '../../kernel/hop.js';
import { isJsonObject, memberBytes, type JsonObject } from '../../kernel/json/json.js';
import { mcpTarget } from '../../kernel/mcp-operation.js';
import type { Problem } from '../../kernel/problems/problem.js';
import { withTraceparent } from '../../kernel/traced-message.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { ServerTarget } from '../declared/server-definition.js';
import type { Declared } from './places/call-places.js';
import type { McpRequest } from './handshake/upstream-connector.port.js';

/** A request of somebody's, as its record tells of it. */
export interface AskedOf {
  /** The server as the caller knows it: an app's that takes over a published one shares its connection. */
  readonly server?: (CalledServer & Declared) | undefined;
  readonly method: string;
  readonly params?: JsonObject | undefined;
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
    hop.content = { arguments: params?.['arguments'] };
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
  hop.endedAt = performance.now();
  return problem;
}

/** The response, noted on the hop. */
export function answered(hop: Hop, response: RawResponse): RawResponse {
  const { message, resultBytes } = response;
  const code = message.error?.code;
  if (typeof code === 'number') hop.rpcCode = code;
  if (message.error === undefined && hop.method === 'tools/call')
    hop.isToolError =
      resultBytes === undefined ? message.result?.['isError'] === true : saysError(resultBytes);
  if (hop.content !== undefined) hop.content.result = message.result;
  return response;
}

/** The same of an answer that passes as it came. */
export function answeredUnread(hop: Hop, body: Buffer): void {
  const error = body.includes('"error"') ? memberBytes(body, 'error') : undefined;
  const code = error === undefined ? undefined : memberBytes(error, 'code');
  if (code !== undefined) hop.rpcCode = Number(code.toString());
  else if (hop.method === 'tools/call')
    hop.isToolError = body.includes(errorFlag) && saysError(memberBytes(body, 'result'));
}

const errorFlag = '"isError"';

/** Nearly no result does: most are not looked into. */
function saysError(result: Buffer | undefined): boolean {
  return result?.includes(errorFlag) === true && memberBytes(result, 'isError')?.toString().trim() === 'true';
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
