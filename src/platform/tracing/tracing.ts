import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { formatTraceparent, newSpanId, newTraceId, parseTraceparent } from '../../kernel/trace-context.js';
import { version } from '../../version.js';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
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
    const { values } = this.config;
    const url = endpointOf(values.OTEL_EXPORTER_OTLP_ENDPOINT, values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
    if (url === undefined || values.OTEL_SDK_DISABLED) return;
    const { OtlpSpanExporter } = await import('./otlp-span-exporter.adapter.js');
    this.exporter = new OtlpSpanExporter({
      url,
      headers: values.OTEL_EXPORTER_OTLP_HEADERS,
      service: {
        ...values.OTEL_RESOURCE_ATTRIBUTES,
        'service.name': values.OTEL_SERVICE_NAME,
        'service.version': version,
      },
    });
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

  private place(scope: CallScope, traceId: string, parent: ReturnType<typeof parseTraceparent>): void {
    scope.trace = {
      traceId,
      spanId: newSpanId(),
      parentSpanId: parent?.spanId,
      sampled: this.sampler(traceId, parent?.sampled),
    };
    scope.traceparent = formatTraceparent(scope.trace);
  }
}

function endpointOf(base: string | undefined, exact: string | undefined): string | undefined {
  return exact ?? (base === undefined ? undefined : `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`);
}
