import { Injectable, type OnModuleInit, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Logger } from '../logging/logger.js';
import { IdempotencyStore } from './idempotency-store.port.js';
import { Idempotency, leaseMs } from './idempotency.service.js';

const everyMs = leaseMs / 3;
const roundsBetweenSweeps = 120;

/** In the background: says that requests under way still are, notices what dead processes left behind, removes what has expired. */
@Injectable()
export class IdempotencyUpkeep implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  private rounds = 0;

  constructor(
    private readonly idempotency: Idempotency,
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Before anything is served: what a crash interrupted has an outcome that nobody knows. */
  async onModuleInit(): Promise<void> {
    await this.store.abandon(this.clock.now());
    this.timer = setInterval(() => {
      this.current ??= this.run().finally(() => (this.current = undefined));
    }, everyMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.current;
  }

  /** One round; never rejects. */
  async run(): Promise<void> {
    try {
      const ids = this.idempotency.underWay;
      if (ids.length > 0) await this.store.renew(ids, this.clock.now() + leaseMs);
      if (this.rounds++ % roundsBetweenSweeps === 0) await this.store.removeExpired(this.clock.now());
    } catch (error) {
      this.logger.warn('idempotency.unkept', { error });
    }
  }
}
