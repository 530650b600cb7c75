import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { AuditStore } from './audit-store.port.js';

const dayMs = 86_400_000;
const eventsAtOnce = 500;

/** Removes events that are older than AUDIT_DAYS; those that wait for the sink stay until it has them. */
@Injectable()
export class AuditRetention extends Retention {
  constructor(
    private readonly store: AuditStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    const { AUDIT_DAYS, AUDIT_SINK } = this.config.values;
    const before = this.clock.now() - AUDIT_DAYS * dayMs;
    const removed = await this.store.removeOldest(before, eventsAtOnce, AUDIT_SINK !== undefined);
    return removed === eventsAtOnce;
  }

  protected failed(error: unknown): void {
    this.logger.warn('audit.not-removed', { error });
  }
}
