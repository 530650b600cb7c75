import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Logger } from '../../platform/logging/logger.js';
import { RulePlaces } from './rule-places.service.js';
import { SubjectStore } from './subject-store.port.js';

const everyMs = 30_000;
const atOnce = 100;
const dayMs = 86_400_000;

/** In the background: what rules gave sleeps when the person has not signed in at the issuer for OIDC_MAX_AGE_DAYS. */
@Injectable()
export class RuleSleep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.round());

  constructor(
    private readonly subjects: SubjectStore,
    private readonly places: RulePlaces,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round; never rejects. */
  run(): Promise<void> {
    return this.rounds.begin();
  }

  private async round(): Promise<void> {
    try {
      while ((await this.putSomeToSleep()) === atOnce);
    } catch (error) {
      this.logger.warn('rules.not-slept', { error });
    }
  }

  private putSomeToSleep(): Promise<number> {
    const before = this.clock.now() - this.config.values.OIDC_MAX_AGE_DAYS * dayMs;
    return this.database.write(async () => {
      const places = await this.subjects.putToSleep(before, atOnce);
      for (const place of places) await this.places.settle(place, undefined);
      return places.length;
    });
  }
}
