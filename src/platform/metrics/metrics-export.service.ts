import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { collectorOf } from '../tracing/collector.js';
import { McpMetrics } from './mcp-metrics.js';
import type { OtlpMetricExporter } from '../tracing/otlp-metric-exporter.adapter.js';

/** The last report gets so long. */
const farewellMs = 1500;

/** Reports the metrics of MCP to a collector, when there is one. Otherwise nothing is loaded and nothing done. */
@Injectable()
export class MetricsExport implements OnModuleInit, OnApplicationShutdown {
  private readonly reports = new PeriodicJob(() => this.report());
  private exporter: OtlpMetricExporter | undefined;
  private isHeard = true;

  constructor(
    private readonly config: Config,
    private readonly metrics: McpMetrics,
    private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { values } = this.config;
    const collector = collectorOf('metrics', values);
    if (collector === undefined) return;
    const { OtlpMetricExporter } = await import('../tracing/otlp-metric-exporter.adapter.js');
    this.exporter = new OtlpMetricExporter(collector);
    this.reports.start(values.OTEL_METRIC_EXPORT_INTERVAL);
  }

  async onApplicationShutdown(): Promise<void> {
    const { exporter } = this;
    if (exporter === undefined) return;
    const last = this.reports.stop().then(() => this.report());
    const expired = () => new Error('the collector does not answer');
    await withDeadline(last, farewellMs, expired).catch((error: unknown) => {
      this.logger.warn('metrics.lost', { error });
    });
    void exporter.close().catch(() => undefined);
  }

  /** Never rejects. */
  private async report(): Promise<void> {
    try {
      await this.exporter?.export(this.metrics.histograms);
      this.isHeard = true;
    } catch (error) {
      if (this.isHeard) this.logger.warn('metrics.not-taken', { error });
      this.isHeard = false;
    }
  }
}
