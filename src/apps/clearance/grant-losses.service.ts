import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { Logger } from '../../platform/logging/logger.js';
import { Clearances } from './clearances.service.js';
import { ServerGrantStore } from './server-grant-store.port.js';

/** Grants that have gone with the member or the app that they named. */
@Injectable()
export class GrantLosses {
  constructor(
    private readonly clearances: Clearances,
    private readonly store: ServerGrantStore,
    private readonly database: Database,
    private readonly signals: Signals,
    private readonly logger: Logger,
  ) {}

  /** The list of the account is another one now, here and elsewhere. Never rejects. */
  async lost(accountId: string): Promise<void> {
    try {
      if ((await this.store.revisionOf(accountId)) === 0) return;
      await this.database.write(async () => {
        await this.store.advance(accountId);
        await this.signals.send('grants', accountId);
      });
      await this.clearances.changed(accountId);
    } catch (error) {
      this.logger.warn('grants.unread', { error });
    }
  }
}
