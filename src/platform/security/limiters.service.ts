import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Logger } from '../logging/logger.js';
import { BoundedLimiter } from './bounded-limiter.js';
import { ExchangedLimiter } from './exchanged-limiter.js';
import { Keyring } from './keyring.js';
import { limitPolicies, type LimitName, type LimitPolicy } from './limit-policies.js';
import type { Limiter } from './limiter.js';
import { RateCounterStore } from './rate-counter-store.port.js';
import { SharedLimiter } from './shared-limiter.js';

const everyMs = 1000;
/** Requests that come together are told together. */
const hurriedMs = 20;
const roundsBetweenSweeps = 300;

/** A limiter for each policy: in memory where one process has the database to itself, else counted for all processes together. */
@Injectable()
export class Limiters implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly limiters = new Map<LimitName, Limiter>();
  private readonly exchanged: ExchangedLimiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private hurried: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private rounds = 0;

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
    if (!this.database.isPostgres) return;
    this.timer = setInterval(() => {
      this.exchange();
    }, everyMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.hurried);
    await this.running;
  }

  private make(name: LimitName, { quota, window, exact }: LimitPolicy): Limiter {
    if (!this.database.isPostgres) return new BoundedLimiter(window * 1000);
    const digest = (key: string) => this.keyring.digest('rate counter', `${name} ${key}`);
    if (exact === true) return new SharedLimiter(this.store, window * 1000, digest);
    const limiter = new ExchangedLimiter(quota, window * 1000, digest, () => {
      this.hurried ??= setTimeout(() => {
        this.hurried = undefined;
        this.exchange();
      }, hurriedMs).unref();
    });
    this.exchanged.push(limiter);
    return limiter;
  }

  private exchange(): void {
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** One round; never rejects: without the database each process counts for itself. */
  private async run(): Promise<void> {
    try {
      for (const limiter of this.exchanged) await limiter.exchange(this.store);
      if (this.rounds++ % roundsBetweenSweeps === 0) await this.store.removeExpired();
    } catch (error) {
      this.logger.debug('rate-limits.unexchanged', { error });
    }
  }
}
