import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { Upstream } from './upstream.js';
import { UpstreamPool } from './upstream-pool.service.js';

/** The pool as gauges and counters, read when somebody asks for metrics: the hot path pays nothing. */
@Injectable()
export class UpstreamMetrics {
  constructor(metrics: Metrics, pool: UpstreamPool) {
    const gauge = (name: string, help: string, count: (upstream: Upstream) => number) =>
      new Gauge({
        name,
        help,
        registers: [metrics.registry],
        collect() {
          this.set(pool.all().reduce((sum, upstream) => sum + count(upstream), 0));
        },
      });
    gauge('gantry_upstream_connections', 'Live connections to MCP servers', ({ isConnected }) =>
      Number(isConnected),
    );
    gauge('gantry_upstream_processes', 'Child processes of stdio servers', ({ pid }) =>
      Number(pid !== undefined),
    );
    gauge(
      'gantry_upstream_calls_in_flight',
      'Requests that MCP servers are working on',
      ({ inFlight }) => inFlight,
    );
    gauge('gantry_upstream_calls_queued', 'Requests that wait for their turn', ({ queued }) => queued);
    gauge(
      'gantry_upstream_breakers_open',
      'Upstreams that are left alone until a probe succeeds',
      ({ breakerOpen }) => Number(breakerOpen),
    );
    const counter = (
      name: string,
      help: string,
      label: string,
      counts: () => Iterable<readonly [string, number]>,
    ) =>
      new Counter<string>({
        name,
        help,
        labelNames: [label],
        registers: [metrics.registry],
        collect() {
          this.reset();
          for (const [value, count] of counts()) this.inc({ [label]: value }, count);
        },
      });
    const { opened, failures, lists } = pool.counts;
    counter(
      'gantry_upstream_connections_opened_total',
      'Connections made and processes started',
      'server',
      () => opened,
    );
    counter(
      'gantry_upstream_failures_total',
      'Failures that count against a server',
      'server',
      () => failures,
    );
    counter('gantry_list_reads_total', 'Lists of servers by where they came from', 'source', () =>
      Object.entries(lists),
    );
  }
}
