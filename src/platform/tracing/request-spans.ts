import type { Hop } from '../../kernel/hop.js';
import { targetOfHop, type McpOperation } from '../../kernel/mcp-operation.js';
import { parseTraceparent, type TraceContext, type TraceParent } from '../../kernel/trace-context.js';
import {
  contentAttributes,
  hopOutcome,
  mcpAttributes,
  outcomeOf,
  peerAttributes,
  present,
  spanName,
} from './mcp-attributes.js';
import type { FinishedSpan } from './span.js';

/** A request that is over, as far as a trace tells of it. */
export interface TracedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly startedAt: number;
  readonly problem: string | undefined;
  readonly principal: { readonly accountId: string; readonly tokenId: string } | undefined;
  readonly hops: readonly Hop[] | undefined;
  readonly operation: McpOperation | undefined;
  readonly link: TraceParent | undefined;
}

/**
 * One span for the request and one for each exchange with a server, without paths and names of people. The message of an MCP client is
 * told by OpenTelemetry's conventions for MCP, any other request by those for HTTP.
 */
export function spansOf(request: TracedRequest, trace: TraceContext, status: number): FinishedSpan[] {
  const { requestId, method, route, startedAt, problem, principal, operation, link, hops = [] } = request;
  const now = performance.now();
  const told: FinishedSpan['attributes'] =
    operation === undefined ? present({ 'error.type': problem }) : operationAttributes(operation, request);
  return [
    {
      name: operation === undefined ? `${method} ${route}` : spanName(operation.method, operation),
      kind: 'server',
      ...{ traceId: trace.traceId, spanId: trace.spanId, parentSpanId: trace.parentSpanId },
      isParentRemote: true,
      ...{ startedAt: epoch(startedAt), endedAt: epoch(now), events: [] },
      failed: status >= 500 || (operation !== undefined && 'error.type' in told),
      links: link === undefined ? [] : [link],
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'gantry.request_id': requestId,
        ...(principal === undefined
          ? {}
          : { 'gantry.account_id': principal.accountId, 'gantry.token_id': principal.tokenId }),
        ...told,
      },
    },
    ...hops.map((hop) => hopSpan(hop, trace, now)),
  ];
}

function operationAttributes(
  operation: McpOperation,
  { hops, problem }: TracedRequest,
): FinishedSpan['attributes'] {
  const { method, id, sessionId, protocolVersion } = operation;
  return {
    ...mcpAttributes(method, operation),
    ...present({
      'jsonrpc.request.id': id,
      'mcp.session.id': sessionId,
      'mcp.protocol.version': protocolVersion,
    }),
    ...{ 'network.transport': 'tcp', 'network.protocol.name': 'http' },
    ...outcomeOf(operation, hops, problem),
  };
}

/** An exchange with a server, below the span that `trace` is about; `now` for one that is still under way. */
export function hopSpan(
  hop: Hop,
  { traceId, spanId: parentSpanId }: TraceContext,
  now: number,
): FinishedSpan {
  const { server, method, attempts, startedAt, endedAt, queueMs, connectMs } = hop;
  const began = epoch(startedAt);
  const outcome = hopOutcome(hop);
  const target = targetOfHop(hop);
  return {
    name: spanName(method, target),
    kind: 'client',
    ...{ traceId, spanId: parseTraceparent(hop.traceparent ?? '')?.spanId ?? '', parentSpanId },
    isParentRemote: false,
    ...{ startedAt: began, endedAt: epoch(endedAt === 0 ? now : endedAt) },
    failed: 'error.type' in outcome,
    attributes: {
      ...mcpAttributes(method, target),
      ...peerAttributes(hop),
      'gantry.server': server.handle,
      'gantry.attempts': attempts,
      ...present({ 'gantry.transport': hop.connection?.transport }),
      ...outcome,
      ...contentAttributes(hop),
    },
    events: [
      ...(queueMs === 0 ? [] : [{ name: 'queue.left', at: began + queueMs, ms: queueMs }]),
      ...(connectMs === 0
        ? []
        : [{ name: 'connection.ready', at: began + queueMs + connectMs, ms: connectMs }]),
    ],
  };
}

/** A time of `performance.now()` in milliseconds since the epoch. */
export function epoch(moment: number): number {
  return performance.timeOrigin + moment;
}
