import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Hop } from '../../kernel/hop.js';
import { LatencyHistogram } from './latency-histogram.js';
import { Metrics } from './metrics.js';

const buckets = [
  ...[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1],
  ...[0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
];

/** Methods of MCP; native clients may send others. */
const knownMethods = new Set([
  ...['tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'],
  ...['resources/subscribe', 'resources/unsubscribe', 'prompts/list', 'prompts/get', 'completion/complete'],
  ...['notifications/initialized', 'notifications/cancelled', 'notifications/progress'],
  ...['notifications/roots/list_changed'],
  ...['initialize', 'ping', 'logging/setLevel', 'server/discover', 'subscriptions/listen'],
  ...['tasks/get', 'tasks/list', 'tasks/result', 'tasks/update', 'tasks/cancel'],
]);

export function isKnownMethod(method: string): boolean {
  return knownMethods.has(method);
}

/** Where the time of calls goes: the gateway, the line, connecting, the server. Servers go by the operator's names for them. */
@Injectable()
export class HopMetrics {
  private readonly duration: LatencyHistogram<'server' | 'method' | 'outcome'>;
  private readonly queue: LatencyHistogram<'server'>;
  private readonly connect: LatencyHistogram<'server'>;
  private readonly gateway: LatencyHistogram<'route'>;
  private readonly retries: Counter<'server'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.duration = new LatencyHistogram({
      name: 'gantry_upstream_request_duration_seconds',
      help: 'Time of a request to an MCP server, waiting in line included; outcome is answered or a problem code',
      labelNames: ['server', 'method', 'outcome'],
      ...{ buckets, registers },
    });
    this.queue = new LatencyHistogram({
      name: 'gantry_upstream_queue_duration_seconds',
      help: 'Time in line of requests that had to wait for their turn',
      labelNames: ['server'],
      ...{ buckets, registers },
    });
    this.connect = new LatencyHistogram({
      name: 'gantry_upstream_connect_duration_seconds',
      help: 'Time that requests waited for a connection because there was none',
      labelNames: ['server'],
      ...{ buckets, registers },
    });
    this.gateway = new LatencyHistogram({
      name: 'gantry_gateway_duration_seconds',
      help: 'Time of requests to MCP servers that was spent in the gateway itself: without lines, connecting, models and event streams',
      labelNames: ['route'],
      ...{ buckets, registers },
    });
    this.retries = new Counter({
      name: 'gantry_upstream_retries_total',
      help: 'Requests that were sent once more because the first surely was not carried out, or had no effect',
      labelNames: ['server'],
      registers,
    });
  }

  /** `gatewayMs` is `undefined` where there is no telling what the gateway itself took. */
  observe(route: string, hops: readonly Hop[], gatewayMs: number | undefined): void {
    if (gatewayMs !== undefined) this.gateway.record(Math.max(0, gatewayMs) / 1000, route);
    for (const hop of hops) if (hop.attempts > 0 || hop.problem !== undefined) this.observeHop(hop);
  }

  private observeHop(hop: Hop): void {
    const { startedAt, endedAt, queueMs, connectMs, attempts, problem: outcome = 'answered' } = hop;
    const server = hop.server.label;
    const method = isKnownMethod(hop.method) ? hop.method : 'other';
    const ms = endedAt === 0 ? performance.now() - startedAt : endedAt - startedAt;
    this.duration.record(ms / 1000, server, method, outcome);
    if (queueMs > 0) this.queue.record(queueMs / 1000, server);
    if (connectMs > 0) this.connect.record(connectMs / 1000, server);
    if (attempts > 1) this.retries.inc({ server }, attempts - 1);
  }
}
