import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Signals } from '../../platform/database/signals.js';
import { Logger } from '../../platform/logging/logger.js';
import { AppConfigs } from './app-configs.service.js';
import { AppMemory } from './app-memory.js';
import { AppStore } from './app-store.port.js';

const everyMs = 2000;
const chunk = 500;

/** Notices what other processes on the same database did to the apps in memory: at once by their signals, and by comparing. */
@Injectable()
export class AppUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.run());

  constructor(
    private readonly apps: AppConfigs,
    private readonly memory: AppMemory,
    private readonly store: AppStore,
    private readonly signals: Signals,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
    this.signals.on('app', (id) => {
      this.apps.changed(id);
    });
    this.signals.onGap(() => void this.rounds.begin());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  /** One round; never rejects. */
  async run(): Promise<void> {
    try {
      const ids = this.memory.ids();
      for (let start = 0; start < ids.length; start += chunk)
        await this.compare(ids.slice(start, start + chunk));
    } catch (error) {
      this.logger.warn('apps.unchecked', { error });
    }
  }

  private async compare(ids: readonly string[]): Promise<void> {
    const known = new Map(ids.map((id) => [id, this.memory.revisionOf(id)]));
    const stored = await this.store.revisions(ids);
    for (const id of ids) {
      const revision = this.memory.revisionOf(id);
      if (revision !== undefined && revision === known.get(id) && stored.get(id) !== revision)
        this.apps.changed(id);
    }
  }
}
