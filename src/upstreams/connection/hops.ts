import type { CallScope } from '../../kernel/call-scope.js';
import type { CalledServer, Hop } from '../../kernel/hop.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Problem } from '../../kernel/problems/problem.js';
import { withTraceparent } from '../../kernel/traced-message.js';
import type { Declared } from './places/call-places.js';
import type { RawResponse } from '../../mcp/wire/link.js';
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
  connected: CalledServer,
  { server = connected, method, params }: AskedOf,
  scope: CallScope,
): Hop {
  const name = method === 'tools/call' || method === 'prompts/get' ? params?.['name'] : undefined;
  return scope.beginHop(server, method, typeof name === 'string' ? name : undefined);
}

/** Notes on the hop how it ended. */
export function failed(hop: Hop, problem: Problem): Problem {
  hop.problem = problem.code;
  hop.end();
  return problem;
}

/** Notes on the hop what the server answered to the call of a tool. The same response. */
export function answered(
  hop: Hop,
  asked: Pick<AskedOf, 'params' | 'isListed'>,
  response: RawResponse,
): RawResponse {
  if (hop.method !== 'tools/call') return response;
  const { message, resultBytes } = response;
  if (message.error !== undefined) hop.isError = true;
  else hop.answered(resultBytes ?? Buffer.from(JSON.stringify(message.result ?? {})));
  hop.isUnlisted = hop.isError && asked.isListed !== true && deniesTool(response, hop.target ?? '');
  if (hop.keepsContent)
    hop.content = {
      arguments: asked.params?.['arguments'],
      result: message.error ?? resultBytes ?? message.result,
    };
  return response;
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
