import { Injectable } from '@nestjs/common';
import { LatencyHistogram } from './latency-histogram.js';
import { Metrics } from './metrics.js';

/** Counts and times requests by route pattern, never by path. */
@Injectable()
export class HttpMetrics {
  private readonly duration: LatencyHistogram<'method' | 'route' | 'status'>;

  constructor(metrics: Metrics) {
    this.duration = new LatencyHistogram({
      name: 'gantry_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [metrics.registry],
    });
  }

  observe(method: string, route: string, status: number, ms: number): void {
    this.duration.record(ms / 1000, knownMethods.has(method) ? method : 'OTHER', route, String(status));
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
