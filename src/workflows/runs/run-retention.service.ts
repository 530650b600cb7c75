import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { RunStore } from './run-store.port.js';

const dayMs = 86_400_000;

/** Removes runs that ended RUNS_KEEP_DAYS ago. */
@Injectable()
export class RunRetention extends Retention {
  constructor(
    private readonly store: RunStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    const before = this.clock.now() - this.config.values.RUNS_KEEP_DAYS * dayMs;
    return this.store.removeEnded(before);
  }

  protected failed(error: unknown): void {
    this.logger.warn('runs.not-removed', { error });
  }
}
