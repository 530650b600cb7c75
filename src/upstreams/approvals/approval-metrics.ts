import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';

/** What becomes of approvals. */
@Injectable()
export class ApprovalMetrics {
  private readonly counter: Counter<'event'>;

  constructor({ registry }: Metrics) {
    this.counter = new Counter({
      name: 'gantry_approvals_total',
      help: 'Calls that were asked about, and what became of them',
      labelNames: ['event'],
      registers: [registry],
    });
  }

  count(event: 'asked' | 'approved' | 'denied' | 'used'): void {
    this.counter.inc({ event });
  }
}
