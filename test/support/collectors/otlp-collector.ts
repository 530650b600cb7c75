import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string | number;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly { readonly name: string }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface OtlpMetricsRequest {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly unit: string;
        readonly histogram: {
          readonly aggregationTemporality: number;
          readonly dataPoints: readonly {
            readonly count: number;
            readonly attributes: readonly OtlpAttribute[];
          }[];
        };
      }[];
    }[];
  }[];
}

/** A series of a histogram as the collector got it last. */
export interface CollectedSeries {
  readonly name: string;
  readonly unit: string;
  readonly temporality: number;
  readonly count: number;
  readonly attributes: CollectedSpan['attributes'];
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span as the collector got it, with its attributes by name. */
export interface CollectedSpan extends Omit<OtlpSpan, 'attributes' | 'events'> {
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly events: readonly string[];
  readonly service: Readonly<Record<string, string | number | undefined>>;
}

/** Takes traces and metrics by OTLP over HTTP (JSON) and keeps them. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  readonly requests: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
  /** Of the latest report. */
  series: CollectedSeries[] = [];
  /** Answers nothing while it is not. */
  isListening = true;
  /** Everything that came, for canaries. */
  raw = '';
  private readonly server: Server;

  private constructor() {
    this.server = createServer((req, res) => {
      void text(req).then((body) => {
        this.requests.push({ path: req.url, headers: req.headers });
        if (!this.isListening) return;
        if (req.url?.endsWith('/metrics') === true) this.takeMetrics(body);
        else this.take(body);
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  /** It is there again; what it did not answer is cut off. */
  resume(): void {
    this.isListening = true;
    this.server.closeAllConnections();
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  private takeMetrics(body: string): void {
    this.raw += body;
    const { resourceMetrics } = JSON.parse(body) as OtlpMetricsRequest;
    this.series = resourceMetrics
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ name, unit, histogram: { dataPoints, aggregationTemporality: temporality } }) =>
        dataPoints.map(({ count, attributes }) => ({
          ...{ name, unit, temporality, count },
          attributes: byName(attributes),
        })),
      );
  }

  private take(body: string): void {
    this.raw += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          attributes: byName(span.attributes),
          events: span.events.map(({ name }) => name),
          service: byName(resource.attributes),
        });
  }
}

function byName(attributes: readonly OtlpAttribute[]): Record<string, string | number | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}

/** Starts a gateway that sends its spans to the collector within 50 ms and not only every five seconds. */
export async function sendingSpansSoon<T>(start: () => Promise<T>): Promise<T> {
  const name = 'OTEL_BSP_SCHEDULE_DELAY';
  const former = process.env[name];
  process.env[name] = '50';
  try {
    return await start();
  } finally {
    if (former === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = former;
  }
}
