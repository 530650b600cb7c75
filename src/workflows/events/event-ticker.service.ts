import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { EventHandout } from './event-handout.service.js';
import { EventStore } from './event-store.port.js';
import type { WorkflowEvent } from './workflow-event.js';

const lookEveryMs = 500;
const dueAtOnce = 200;
/** When an event is looked at again that could not be handed out. */
const againMs = 30_000;
const pruneEveryMs = 60_000;

/** Hands out, in every process, what one has written down that did not live to do so; forgets what is old. */
@Injectable()
export class EventTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.look());
  private readonly pruning = new PeriodicJob(() => this.prune());

  constructor(
    private readonly store: EventStore,
    private readonly handout: EventHandout,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    quotas: StorageQuotas,
  ) {
    quotas.keep('eventBytes', {
      measure: (accountId) => store.measure(accountId),
      removeOldest: (accountId, bytes) => store.removeOldest(accountId, bytes),
    });
  }

  onApplicationBootstrap(): void {
    this.rounds.start(lookEveryMs);
    this.pruning.start(pruneEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.rounds.stop(), this.pruning.stop()]);
  }

  /** Apps do not wait for one another. */
  private look(): Promise<void> {
    return this.quietly('events.not-looked-for', async () => {
      const due = await this.store.listDue(this.clock.now(), dueAtOnce);
      const apps = [...new Set(due.map(({ appId }) => appId))];
      await Promise.all(apps.map((id) => this.handOutOf(due.filter(({ appId }) => appId === id))));
    });
  }

  private async handOutOf(events: readonly WorkflowEvent[]): Promise<void> {
    for (const event of events) {
      await this.store.defer(event.id, this.clock.now() + againMs);
      await this.handout.handOut(event);
    }
  }

  private prune(): Promise<void> {
    const { EVENTS_KEPT_MS, MAX_EVENTS_KEPT } = this.config.values;
    return this.quietly('events.not-pruned', () =>
      this.store.prune(this.clock.now() - EVENTS_KEPT_MS, MAX_EVENTS_KEPT),
    );
  }

  /** Never rejects: a database that is away comes back. */
  private async quietly(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (Problem.from(error).code !== 'database-unavailable') this.logger.warn(what, { error });
    }
  }
}
