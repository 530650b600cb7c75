import { ValueType } from '@opentelemetry/api';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import {
  createOtlpHttpExportDelegate,
  getSharedConfigurationFromEnvironment,
  httpAgentFactoryFromOptions,
} from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonMetricsSerializer, MetricsExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type HistogramMetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { hrTime } from './hr-time.js';
import type { Collector } from './collector.js';
import type { McpHistogram } from '../metrics/mcp-metrics.js';

/** Those of OpenTelemetry, where its OTEL_EXPORTER_OTLP_* say nothing else. */
const defaults = { timeoutMillis: 10_000, concurrencyLimit: 30, compression: 'none' } as const;
const json = { 'Content-Type': 'application/json' };

/** Sends histograms as they stand by OTLP over HTTP: cumulative, so that a report that is lost is made good by the next. */
export class OtlpMetricExporter {
  private readonly exporter: OTLPExporterBase<ResourceMetrics>;
  private readonly resource;
  private readonly startTime = hrTime(performance.timeOrigin);

  constructor({ url, headers, service }: Collector) {
    const options = {
      ...defaults,
      ...known(getSharedConfigurationFromEnvironment('METRICS')),
      agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
      url,
      headers: () => Promise.resolve({ ...headers, ...json }),
    };
    this.exporter = new OTLPExporterBase(
      createOtlpHttpExportDelegate(
        options,
        JsonMetricsSerializer,
        'otlp_http_metric_exporter',
        MetricsExporterMetricsHelper,
        undefined,
      ),
    );
    this.resource = resourceFromAttributes(service);
  }

  /** Rejects when the collector did not take them. */
  export(histograms: readonly McpHistogram[]): Promise<void> {
    const scope = { name: 'gantry' };
    const metrics = histograms.map((histogram) => this.toMetric(histogram));
    return new Promise((resolve, reject) => {
      this.exporter.export({ resource: this.resource, scopeMetrics: [{ scope, metrics }] }, ({ error }) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  close(): Promise<void> {
    return this.exporter.shutdown();
  }

  private toMetric({ name, description, bounds, attributes, histogram }: McpHistogram): HistogramMetricData {
    const { startTime } = this;
    const endTime = hrTime(Date.now());
    return {
      descriptor: { name, description, unit: 's', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histogram.points().map(({ labels, counts, sum }) => ({
        ...{ startTime, endTime },
        attributes: Object.fromEntries(
          Object.entries(labels).map(([label, value]) => attributeOf(attributes.get(label) ?? label, value)),
        ),
        value: {
          buckets: { boundaries: [...bounds], counts: [...counts] },
          count: counts.reduce((all, some) => all + some, 0),
          sum,
        },
      })),
    };
  }
}

function attributeOf(name: string, value: string): [string, string | number] {
  return [name, name === 'server.port' ? Number(value) : value];
}

function known<T extends object>(settings: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
