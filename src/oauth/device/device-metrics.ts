import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';

/** How far device logins get. */
@Injectable()
export class DeviceMetrics {
  private readonly begun: Counter;
  private readonly polls: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.begun = new Counter({
      name: 'gantry_device_logins_total',
      help: 'Device logins that were begun',
      registers,
    });
    this.polls = new Counter({
      name: 'gantry_device_polls_total',
      help: 'Polls of device logins by what they led to: token, or the error of RFC 8628',
      labelNames: ['outcome'],
      registers,
    });
  }

  countBegun(): void {
    this.begun.inc();
  }

  countPoll(outcome: string): void {
    this.polls.inc({ outcome });
  }
}
