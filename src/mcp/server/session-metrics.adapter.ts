import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import { NativeSessions } from './native-sessions.service.js';

/** Sessions as a gauge, read when somebody asks for metrics. */
@Injectable()
export class SessionMetrics {
  constructor({ registry }: Metrics, sessions: NativeSessions) {
    new Gauge({
      name: 'gantry_sessions',
      help: 'Sessions of native clients of the 2025 revisions',
      registers: [registry],
      collect() {
        this.set(sessions.size);
      },
    });
  }
}
