import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { TokenStore } from './token-store.port.js';

const dayMs = 86_400_000;
const chunk = 500;

/** Removes tokens of programs a day after their end: each is good for an hour, so that there would be ever more of them. */
@Injectable()
export class GrantTokenRetention extends Retention {
  constructor(
    private readonly store: TokenStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    const now = this.clock.now();
    const before = { ended: now - dayMs, made: now - this.config.values.OAUTH_REFRESH_DAYS * dayMs };
    return (await this.store.removeOldOfGrants(before, chunk)) === chunk;
  }

  protected failed(error: unknown): void {
    this.logger.warn('grant-tokens.kept', { error });
  }
}
