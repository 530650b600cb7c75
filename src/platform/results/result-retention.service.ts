import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Retention } from '../database/retention.js';
import { Logger } from '../logging/logger.js';
import { KeptResultStore } from './kept-result-store.port.js';

/** Results may be large: few at a time. */
const atOnce = 20;

/** Erases kept results whose time is over; nobody is given them any more by then. */
@Injectable()
export class ResultRetention extends Retention {
  constructor(
    private readonly store: KeptResultStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    return (await this.store.removeExpired(this.clock.now(), atOnce)) === atOnce;
  }

  protected failed(error: unknown): void {
    this.logger.warn('results.unkept', { error });
  }
}
