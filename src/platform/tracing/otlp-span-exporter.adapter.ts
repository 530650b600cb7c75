import { SpanKind, SpanStatusCode, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import { hrTime } from './hr-time.js';
import type { Collector } from './collector.js';
import type { FinishedSpan, SpanExporter } from './span.js';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** What is left at the end gets so long; the exporter itself would try for ten seconds. */
const farewellMs = 1500;

/**
 * Sends spans in batches by OTLP over HTTP. OpenTelemetry's own tracer is not used: it carries spans in an AsyncLocalStorage, which costs
 * every request, and ours are known only when they are over.
 */
export class OtlpSpanExporter implements SpanExporter {
  private readonly processor: BatchSpanProcessor;
  private readonly resource;

  constructor({ url, headers, service }: Collector) {
    this.processor = new BatchSpanProcessor(new OTLPTraceExporter({ url, headers: { ...headers } }));
    this.resource = resourceFromAttributes(service);
  }

  export(span: FinishedSpan): void {
    this.processor.onEnd(this.toReadable(span));
  }

  close(): Promise<void> {
    return withDeadline(
      this.processor.shutdown(),
      farewellMs,
      () => new Error('the collector does not answer'),
    );
  }

  private toReadable(span: FinishedSpan): ReadableSpan {
    const { name, traceId, spanId, parentSpanId, startedAt, endedAt, attributes, events } = span;
    const context: SpanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
    return {
      name,
      kind: kinds[span.kind],
      spanContext: () => context,
      ...(parentSpanId === undefined
        ? {}
        : { parentSpanContext: { ...context, spanId: parentSpanId, isRemote: span.isParentRemote } }),
      ...{ startTime: hrTime(startedAt), endTime: hrTime(endedAt), duration: hrTime(endedAt - startedAt) },
      status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: { ...attributes },
      links: (span.links ?? []).map(({ sampled, ...place }) => ({
        context: { ...place, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true },
      })),
      events: events.map((event) => ({
        name: event.name,
        time: hrTime(event.at),
        attributes: { 'gantry.ms': event.ms },
      })),
      ended: true,
      resource: this.resource,
      instrumentationScope: { name: 'gantry' },
      ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
    };
  }
}
