import { Injectable, type OnModuleInit, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Logger } from '../logging/logger.js';
import { IdempotencyStore } from './idempotency-store.port.js';
import { Idempotency, leaseMs } from './idempotency.service.js';

const everyMs = leaseMs / 3;
const roundsBetweenSweeps = 120;

/** In the background: says that requests under way still are, notices what dead processes left behind, removes what has expired. */
@Injectable()
export class IdempotencyUpkeep implements OnModuleInit, OnApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.run());
  private count = 0;

  constructor(
    private readonly idempotency: Idempotency,
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Before anything is served: what a crash interrupted has an outcome that nobody knows. */
  async onModuleInit(): Promise<void> {
    await this.store.abandon(this.clock.now());
    this.rounds.start(everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  /** One round; never rejects. */
  async run(): Promise<void> {
    try {
      const ids = this.idempotency.underWay;
      if (ids.length > 0) await this.store.renew(ids, this.clock.now() + leaseMs);
      if (this.count++ % roundsBetweenSweeps === 0) await this.store.removeExpired(this.clock.now());
    } catch (error) {
      this.logger.warn('idempotency.unkept', { error });
    }
  }
}
