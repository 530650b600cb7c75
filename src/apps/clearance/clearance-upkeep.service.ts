import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Departures } from '../../accounts/people/departures.service.js';
import { SignInNews } from '../../accounts/people/sign-in-news.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { OpenWork } from '../../platform/http/open-work.js';
import { Logger } from '../../platform/logging/logger.js';
import type { ClearanceBook } from './clearance-book.js';
import { Clearances } from './clearances.service.js';
import { GrantLosses } from './grant-losses.service.js';
import { ServerGrantStore } from './server-grant-store.port.js';

/** What another process did must hold here within five seconds, even when the signal of it was lost. */
const everyMs = 2000;
const chunk = 500;
/** Clocks of processes may differ by so much. */
const clockMs = 10_000;

/** Notices what others did to grants, and who signed in or left; what is open for somebody who is left something else begins anew. */
@Injectable()
export class ClearanceUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.run());
  private comparedAt = 0;

  constructor(
    private readonly clearances: Clearances,
    private readonly losses: GrantLosses,
    private readonly store: ServerGrantStore,
    private readonly departures: Departures,
    private readonly signIns: SignInNews,
    private readonly open: OpenWork,
    private readonly database: Database,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.comparedAt = performance.now();
    this.clearances.onChange((accountId, before, after) => {
      this.endOpen(accountId, before, after);
    });
    this.departures.onDeparture(({ accountId }) => void this.losses.lost(accountId));
    this.signIns.onSignIn((userId) => {
      this.signedIn(userId);
    });
    this.signals.on('grants', (accountId) => void this.heardOf(accountId));
    this.signals.onGap(() => void this.rounds.begin());
    this.rounds.start(everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  /** One round; never rejects. */
  async run(): Promise<void> {
    try {
      await this.compare();
      this.comparedAt = performance.now();
    } catch (error) {
      this.logger.warn('grants.unchecked', { error });
      if (performance.now() - this.comparedAt > this.config.values.TOKEN_TRUST_MS) this.clearances.clear();
    }
  }

  private async compare(): Promise<void> {
    const known = this.clearances.known();
    for (let start = 0; start < known.length; start += chunk) {
      const some = known.slice(start, start + chunk);
      const stored = await this.store.revisionsOf(some.map(([accountId]) => accountId));
      for (const [accountId, revision] of some)
        if ((stored.get(accountId) ?? 0) !== revision) await this.clearances.changed(accountId);
    }
    // On SQLite nobody signs in elsewhere.
    if (!this.database.isPostgres || !this.clearances.hasGroups) return;
    const since = this.clock.now() - (performance.now() - this.comparedAt) - clockMs;
    for (const userId of await this.store.signedInSince(since)) this.signedIn(userId);
  }

  private signedIn(userId: string): void {
    if (!this.clearances.hasGroups) return;
    this.clearances.signedIn(userId);
  }

  private async heardOf(accountId: string): Promise<void> {
    if (!this.clearances.known().some(([known]) => known === accountId)) return;
    await this.clearances.changed(accountId).catch((error: unknown) => {
      this.logger.warn('grants.unread', { error });
    });
  }

  private endOpen(accountId: string, before: ClearanceBook, after: ClearanceBook): void {
    this.open.endSessions(
      (principal) => principal.accountId === accountId && !before.leavesTheSame(principal, after),
    );
  }
}
