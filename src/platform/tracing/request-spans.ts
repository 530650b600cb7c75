import type { Hop } from '../../kernel/hop.js';
import { parseTraceparent, type TraceContext } from '../../kernel/trace-context.js';
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
}

/** One span for the request and one for each exchange with a server, without arguments, results, paths and names of people. */
export function spansOf(request: TracedRequest, trace: TraceContext, status: number): FinishedSpan[] {
  const { requestId, method, route, startedAt, problem, principal, hops = [] } = request;
  const now = performance.now();
  return [
    {
      name: `${method} ${route}`,
      kind: 'server',
      ...{ traceId: trace.traceId, spanId: trace.spanId, parentSpanId: trace.parentSpanId },
      isParentRemote: true,
      ...{ startedAt: epoch(startedAt), endedAt: epoch(now), failed: status >= 500, events: [] },
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'gantry.request_id': requestId,
        ...(principal === undefined
          ? {}
          : { 'gantry.account_id': principal.accountId, 'gantry.token_id': principal.tokenId }),
        ...(problem === undefined ? {} : { 'error.type': problem }),
      },
    },
    ...hops.map((hop) => hopSpan(hop, trace, now)),
  ];
}

/** An exchange with a server, below the span that `trace` is about; `now` for one that is still under way. */
export function hopSpan(
  hop: Hop,
  { traceId, spanId: parentSpanId }: TraceContext,
  now: number,
): FinishedSpan {
  const { server, method, target, attempts, startedAt, endedAt, queueMs, connectMs, problem } = hop;
  const began = epoch(startedAt);
  return {
    name: target === undefined ? method : `${method} ${target}`,
    kind: 'client',
    ...{ traceId, spanId: parseTraceparent(hop.traceparent ?? '')?.spanId ?? '', parentSpanId },
    isParentRemote: false,
    ...{ startedAt: began, endedAt: epoch(endedAt === 0 ? now : endedAt), failed: problem !== undefined },
    attributes: {
      'mcp.method.name': method,
      ...(method === 'tools/call' && target !== undefined ? { 'gen_ai.tool.name': target } : {}),
      'gantry.server': server.handle,
      'gantry.attempts': attempts,
      ...(hop.connection === undefined
        ? {}
        : {
            'mcp.protocol.version': hop.connection.protocolVersion,
            'gantry.transport': hop.connection.transport,
          }),
      ...(problem === undefined ? {} : { 'error.type': problem }),
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
