import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { AuditStore } from './audit-store.port.js';

const dayMs = 86_400_000;
const eventsAtOnce = 500;

/** Removes events that are older than AUDIT_DAYS. */
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
    const before = this.clock.now() - this.config.values.AUDIT_DAYS * dayMs;
    return (await this.store.removeOldest(before, eventsAtOnce)) === eventsAtOnce;
  }

  protected failed(error: unknown): void {
    this.logger.warn('audit.not-removed', { error });
  }
}
