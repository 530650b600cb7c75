import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../config/config.js';
import { Retention } from '../database/retention.js';
import { StorageQuotas } from '../storage/storage-quotas.service.js';
import { Logger } from '../logging/logger.js';
import { CallStore } from './call-store.port.js';

const dayMs = 86_400_000;

/** Removes calls that are older than CALL_LOG_DAYS. */
@Injectable()
export class CallRetention extends Retention {
  private hasRemoved = false;

  constructor(
    private readonly store: CallStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    quotas: StorageQuotas,
  ) {
    super();
    quotas.keep('callLogBytes', {
      measure: (accountId) => store.measure(accountId),
      removeOldest: (accountId, bytes) => store.removeOldest(accountId, bytes),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    void this.sweep();
  }

  /** Calls from before are shown to nobody. */
  get oldest(): number {
    return this.clock.now() - this.config.values.CALL_LOG_DAYS * dayMs;
  }

  protected async removeSome(): Promise<boolean> {
    const mayBeMore = await this.store.removeBefore(this.oldest);
    this.hasRemoved ||= mayBeMore;
    if (mayBeMore) return true;
    if (this.hasRemoved) await this.store.forget();
    this.hasRemoved = false;
    return false;
  }

  protected failed(error: unknown): void {
    this.logger.warn('calls.not-removed', { error });
  }
}
