import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Logger } from '../logging/logger.js';
import { BoundedLimiter } from './bounded-limiter.js';
import { ExchangeRounds } from './exchange-rounds.js';
import { ExchangedLimiter } from './exchanged-limiter.js';
import { Keyring } from '../security/keyring.js';
import { limitPolicies, type LimitName, type LimitPolicy } from './limit-policies.js';
import type { Limiter } from './limiter.js';
import { RateCounterStore } from './rate-counter-store.port.js';
import { SharedLimiter } from './shared-limiter.js';

const roundsBetweenSweeps = 300;

/** A limiter for each policy: in memory where one process has the database to itself, else counted for all processes together. */
@Injectable()
export class Limiters implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly limiters = new Map<LimitName, Limiter>();
  private readonly exchanged: ExchangedLimiter[] = [];
  private readonly rounds = new ExchangeRounds(() => this.exchange());
  private roundCount = 0;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly store: RateCounterStore,
    private readonly keyring: Keyring,
    private readonly logger: Logger,
  ) {
    for (const [name, policy] of Object.entries(limitPolicies(config.values)) as [LimitName, LimitPolicy][])
      if (policy.quota > 0) this.limiters.set(name, this.make(name, policy));
  }

  /** `undefined` for a limit that is turned off. */
  find(name: LimitName): Limiter | undefined {
    return this.limiters.get(name);
  }

  onApplicationBootstrap(): void {
    if (this.database.isPostgres) this.rounds.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  private make(name: LimitName, { quota, window, exact }: LimitPolicy): Limiter {
    if (!this.database.isPostgres) return new BoundedLimiter(window * 1000);
    const digest = (key: string) => this.keyring.digest('rate counter', `${name} ${key}`);
    if (exact === true) return new SharedLimiter(this.store, window * 1000, digest);
    const limiter = new ExchangedLimiter(quota, window * 1000, digest, this.rounds);
    this.exchanged.push(limiter);
    return limiter;
  }

  /** One round; without the database each process counts for itself. */
  private async exchange(): Promise<void> {
    try {
      for (const limiter of this.exchanged) await limiter.exchange(this.store);
      if (this.roundCount++ % roundsBetweenSweeps === 0) await this.store.removeExpired();
    } catch (error) {
      this.logger.debug('rate-limits.unexchanged', { error });
      throw error;
    }
  }
}
