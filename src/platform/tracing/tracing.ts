import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import {
  formatTraceparent,
  newSpanId,
  newTraceId,
  parseTraceparent,
  type TraceParent,
} from '../../kernel/trace-context.js';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { collectorOf } from './collector.js';
import { samplerOf, type Sampler } from './sampler.js';
import { spansOf, type TracedRequest } from './request-spans.js';
import type { SpanExporter } from './span.js';
import { stepSpans, traceIdOf, type TracedStep } from './step-spans.js';

/** Traces of requests for a collector, when OTEL_EXPORTER_OTLP_ENDPOINT names one. Otherwise nothing is loaded and nothing done. */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private exporter: SpanExporter | undefined;
  private readonly sampler: Sampler;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    const { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG } = config.values;
    this.sampler = samplerOf(OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG);
  }

  async onModuleInit(): Promise<void> {
    const collector = collectorOf('traces', this.config.values);
    if (collector === undefined) return;
    const { OtlpSpanExporter } = await import('./otlp-span-exporter.adapter.js');
    this.exporter = new OtlpSpanExporter(collector);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.exporter?.close().catch((error: unknown) => {
      this.logger.warn('traces.lost', { error });
    });
  }

  /** Gives the work its place in the caller's trace, or in a new one. */
  begin(scope: CallScope): void {
    if (this.exporter === undefined) return;
    const parent = scope.traceparent === undefined ? undefined : parseTraceparent(scope.traceparent);
    this.place(scope, parent?.traceId ?? newTraceId(), parent);
    scope.placing = (own) => {
      if (parent !== undefined && formatTraceparent(parent) !== formatTraceparent(own)) scope.link = parent;
      this.place(scope, own.traceId, own);
    };
  }

  end(request: TracedRequest & Pick<CallScope, 'trace'>, status: number): void {
    const { exporter } = this;
    const { trace } = request;
    if (exporter === undefined || trace?.sampled !== true) return;
    for (const span of spansOf(request, trace, status)) exporter.export(span);
  }

  /** Gives a step of a run its place in the trace of the run. */
  beginStep(scope: CallScope, runId: string): void {
    if (this.exporter !== undefined) this.place(scope, traceIdOf(runId), undefined);
  }

  endStep(step: TracedStep, { trace }: CallScope, error: string | undefined): void {
    const { exporter } = this;
    if (exporter === undefined || trace?.sampled !== true) return;
    for (const span of stepSpans(step, trace, error)) exporter.export(span);
  }

  private place(scope: CallScope, traceId: string, parent: TraceParent | undefined): void {
    scope.trace = {
      traceId,
      spanId: newSpanId(),
      parentSpanId: parent?.spanId,
      sampled: this.sampler(traceId, parent?.sampled),
      hasContent: this.config.values.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
    };
    scope.traceparent = formatTraceparent(scope.trace);
  }
}
