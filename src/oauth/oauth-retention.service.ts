import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/pacing/clock.js';
import { Retention } from '../platform/database/retention.js';
import { Logger } from '../platform/logging/logger.js';
import { CodeStore } from './authorize/code-store.port.js';
import { ProgramGrantStore } from './grants/program-grant-store.port.js';

/** For so long a code that was used is known for one, and a replay of it ends what it gave. */
const codesKeptMs = 86_400_000;
const rowsAtOnce = 500;

/** Removes codes, families of refresh tokens and grants that have ended. */
@Injectable()
export class OAuthRetention extends Retention {
  constructor(
    private readonly codes: CodeStore,
    private readonly grants: ProgramGrantStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    const now = this.clock.now();
    const moreCodes = await this.codes.removeExpired(now - codesKeptMs, rowsAtOnce);
    const moreGrants = await this.grants.removeExpired(now, rowsAtOnce);
    return moreCodes || moreGrants;
  }

  protected failed(error: unknown): void {
    this.logger.warn('oauth.not-removed', { error });
  }
}
