import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';

/** Where documents of programs come from. */
@Injectable()
export class ClientMetrics {
  private readonly documents: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.documents = new Counter({
      name: 'gantry_oauth_documents_total',
      help: 'Documents of programs that were asked for: cached, fetched, stale (kept since it could not be had anew) or failed',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  countDocument(outcome: 'cached' | 'fetched' | 'stale' | 'failed'): void {
    this.documents.inc({ outcome });
  }
}
