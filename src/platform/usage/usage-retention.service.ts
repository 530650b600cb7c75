import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../config/config.js';
import { Retention } from '../database/retention.js';
import { StorageQuotas } from '../storage/storage-quotas.service.js';
import { Logger } from '../logging/logger.js';
import { UsageStore } from './usage-store.port.js';

const dayMs = 86_400_000;
const rowsAtOnce = 1000;

/** Removes what was used longer than USAGE_DAYS ago. */
@Injectable()
export class UsageRetention extends Retention {
  constructor(
    private readonly store: UsageStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    quotas: StorageQuotas,
  ) {
    super();
    quotas.keep('usageBytes', {
      measure: (accountId) => store.measure(accountId),
      removeOldest: (accountId) => store.removeOldest(accountId),
    });
  }

  /** What is older is nobody's business any more. */
  get oldest(): number {
    return this.clock.now() - this.config.values.USAGE_DAYS * dayMs;
  }

  protected async removeSome(): Promise<boolean> {
    return (await this.store.removeBefore(this.oldest, rowsAtOnce)) === rowsAtOnce;
  }

  protected failed(error: unknown): void {
    this.logger.warn('usage.not-removed', { error });
  }
}
