import { Injectable } from '@nestjs/common';
import { Audit, type Happening, type Origin } from '../../accounts/audit/audit.service.js';
import type { Principal } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { EventHub } from '../../platform/events/event-hub.service.js';
import { AppConfigs } from './app-configs.service.js';

/** Writes down what was done to the app. */
export type Record = (happening: Omit<Happening, 'target'>) => Promise<void>;

/** How everything that changes an app is done: in one transaction, on record, and seen by everybody afterwards. */
@Injectable()
export class AppTransactions {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
    private readonly audit: Audit,
    private readonly apps: AppConfigs,
    private readonly events: EventHub,
  ) {}

  /** `work` writes down what it did with `record`. Whatever comes of it, the app is read anew. */
  async run<T>(
    principal: Principal,
    appId: string,
    origin: Origin,
    work: (record: Record) => Promise<T>,
  ): Promise<T> {
    try {
      const done = await this.database.write(async () => {
        const result = await work((happening) =>
          this.audit.record(principal, { ...happening, target: appId }, origin),
        );
        await this.signals.send('app', appId);
        return result;
      });
      this.events.publish(principal.accountId, () => ({ type: 'app.changed', appId, data: { app: appId } }));
      return done;
    } finally {
      this.apps.changed(appId);
    }
  }
}
