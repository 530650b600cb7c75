import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { AuditStore, type AuditEvent } from './audit-store.port.js';
import { RepeatedEvents } from './repeated-events.js';

const dayMs = 86_400_000;
/** Younger events stay, however many there are: the database refuses to remove events of the last 30 days. */
const protectedDays = 31;
const windowMs = 1_800_000;
const everyMs = 60_000;

/**
 * Keeps the audit log of each account within ACCOUNT_AUDIT_BYTES without a way to erase evidence by flooding it: beyond the quota, repeated
 * events are summed up, and only events older than 31 days are removed, of the action that takes up most.
 */
@Injectable()
export class AuditQuota implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly repeated = new RepeatedEvents(windowMs);
  private readonly rounds = new PeriodicJob(() => this.write(this.clock.now()));

  constructor(
    private readonly store: AuditStore,
    private readonly quotas: StorageQuotas,
    private readonly clock: Clock,
    private readonly logger: Logger,
    config: Config,
  ) {
    const { AUDIT_SINK } = config.values;
    quotas.keep('auditBytes', {
      measure: (accountId) => store.measure(accountId),
      removeOldest: (accountId) =>
        store.removeOldestOf(accountId, clock.now() - protectedDays * dayMs, AUDIT_SINK !== undefined),
    });
  }

  /** Whether the event is counted into a sum in place of being written by itself. */
  sumsUp(event: AuditEvent): boolean {
    return this.quotas.isOver('auditBytes', event.accountId) && this.repeated.take(event);
  }

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
  }

  /** Sums are in memory until they are written. */
  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
    await this.write(Infinity);
  }

  private async write(until: number): Promise<void> {
    for (const event of this.repeated.ended(until))
      try {
        await this.store.append(event);
      } catch (error) {
        this.logger.warn('audit.sum-not-written', { error, event });
      }
  }
}
