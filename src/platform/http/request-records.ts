import { Injectable } from '@nestjs/common';
import { CallLog } from '../calls/call-log.service.js';
import { Logger } from '../logging/logger.js';
import { HopMetrics } from '../metrics/hop-metrics.js';
import { McpMetrics } from '../metrics/mcp-metrics.js';
import { HttpMetrics } from '../metrics/http-metrics.js';
import { Tracing } from '../tracing/tracing.js';
import { UsageMeter } from '../usage/usage-meter.service.js';
import type { RequestContext } from './request-context.js';

/** What remains of a request when it is over: its log line, its figures, and for a while how it went. */
@Injectable()
export class RequestRecords {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: HttpMetrics,
    private readonly hops: HopMetrics,
    private readonly mcp: McpMetrics,
    private readonly calls: CallLog,
    private readonly tracing: Tracing,
    private readonly meter: UsageMeter,
  ) {}

  begin(context: RequestContext): void {
    context.meter = this.meter;
    this.tracing.begin(context);
  }

  keep(context: RequestContext, status: number): void {
    const ms = performance.now() - context.startedAt;
    const { method, route, hops, operation } = context;
    this.metrics.observe(method, route, status, ms);
    // An event stream is open for as long as its caller likes: that is nobody's work.
    if (hops !== undefined)
      this.hops.observe(route, hops, context.hasStream ? undefined : ms - context.upstreamMs);
    if (operation !== undefined && !context.isEndless) this.mcp.observe(operation, context, ms);
    if (hops !== undefined) this.mcp.observeHops(hops);
    if (context.trace !== undefined) this.tracing.end(context, status);
    if (context.hasPrincipal()) this.calls.keep(context, status, ms);
    this.logger.request(context, status, ms);
  }
}
