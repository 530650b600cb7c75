import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { workerPlace } from '../workers/worker-place.js';

/** The registry behind `/metrics` (Prometheus text format); features add their own instruments to it. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    const place = workerPlace();
    if (place !== undefined) this.registry.setDefaultLabels({ worker: String(place.number) });
    collectDefaultMetrics({ register: this.registry });
  }
}
