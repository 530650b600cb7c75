import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import { knownClientName } from './client-names.js';

/** How far programs get that come by OAuth. */
@Injectable()
export class OAuthMetrics {
  private readonly steps: Counter<'event' | 'client'>;
  private readonly failures: Counter<'step' | 'error' | 'client'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.steps = new Counter({
      name: 'gantry_oauth_events_total',
      help: 'What programs got by OAuth, or lost again: the events of the audit log, by client',
      labelNames: ['event', 'client'],
      registers,
    });
    this.failures = new Counter({
      name: 'gantry_oauth_failures_total',
      help: 'Attempts of programs to get in by OAuth that failed, by step, OAuth error and client',
      labelNames: ['step', 'error', 'client'],
      registers,
    });
  }

  count(event: string, clientName: string | undefined): void {
    this.steps.inc({ event, client: knownClientName(clientName) });
  }

  countFailure(step: string, error: string, clientName: string | undefined): void {
    this.failures.inc({ step, error, client: knownClientName(clientName) });
  }
}
