import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import { AuditStore } from './audit-store.port.js';

const dayMs = 86_400_000;
const everyMs = 600_000;
const eventsAtOnce = 500;

/** In the background: removes events that are older than AUDIT_DAYS, a few at a time, so that nobody waits for it. */
@Injectable()
export class AuditRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly store: AuditStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), everyMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** One round; never rejects. */
  sweep(): Promise<void> {
    this.sweeping ??= this.remove().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async remove(): Promise<void> {
    const before = this.clock.now() - this.config.values.AUDIT_DAYS * dayMs;
    try {
      while (!this.stopped && (await this.store.removeOldest(before, eventsAtOnce)) === eventsAtOnce)
        await new Promise((resolve) => setImmediate(resolve));
    } catch (error) {
      this.logger.warn('audit.not-removed', { error });
    }
  }
}
