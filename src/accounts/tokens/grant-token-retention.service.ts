import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { TokenStore } from './token-store.port.js';

/** For so long whoever shows an old token is told that it has expired, and what it began can be told from what nobody began. */
const keptMs = 86_400_000;
const chunk = 500;

/** Removes tokens of programs that have ended: each is good for an hour, so that there would be ever more of them. */
@Injectable()
export class GrantTokenRetention extends Retention {
  constructor(
    private readonly store: TokenStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    return (await this.store.removeEndedGrants(this.clock.now() - keptMs, chunk)) === chunk;
  }

  protected failed(error: unknown): void {
    this.logger.warn('grant-tokens.kept', { error });
  }
}
