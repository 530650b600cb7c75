import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Booking, CallMeter, Hop } from '../../kernel/hop.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Drain } from '../http/answers/drain.js';
import { Logger } from '../logging/logger.js';
import { hourMs, Tallies } from './tally.js';
import { UsageStore } from './usage-store.port.js';

/** What is counted is in the database within 5 seconds. */
const everyMs = 2000;
/** A process that has not said anything for so long is gone. */
const deadAfterMs = 60_000;
const maxClients = 100;

/** Counts the calls of tools in memory and writes the sums in batches, never on a call's way. */
@Injectable()
export class UsageMeter implements CallMeter, OnApplicationBootstrap, OnApplicationShutdown {
  readonly keepsContent: boolean;
  private tallies = new Tallies();
  private readonly process = newId('prc');
  private readonly rounds = new PeriodicJob(() => this.round());
  private writing: Promise<void> = Promise.resolve();
  /** What was counted before is in the database. */
  private writtenAt = 0;

  constructor(
    config: Config,
    private readonly store: UsageStore,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly drain: Drain,
    private readonly logger: Logger,
  ) {
    this.keepsContent = config.values.CALL_LOG === 'full';
  }

  ended(hop: Hop, booking: Booking): void {
    this.tallies.count(hop, booking, this.clock.now());
  }

  spoiled(hop: Hop, booking: Booking): void {
    this.tallies.spoil(hop, booking, this.clock.now());
  }

  /** The end of the hour that calls are counted in now; a little more, as clocks of processes differ. */
  get lastHour(): number {
    return (Math.floor(this.clock.now() / hourMs) + 2) * hourMs;
  }

  /** Until when all that any process has counted is in the database; what this one has counted is written now. */
  async asOf(): Promise<number> {
    await this.flush();
    if (!this.database.isPostgres) return this.writtenAt;
    const others = await this.store.earliestMark(this.clock.now() - deadAfterMs);
    return Math.min(this.writtenAt, others ?? this.writtenAt);
  }

  /** Writes what has been counted. Rejects when that is not possible now; nothing is lost then. */
  flush(): Promise<void> {
    const written = this.writing.then(() => this.write());
    this.writing = written.catch(() => undefined);
    return written;
  }

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
    this.drain.onClosed(() => this.stop());
  }

  /** What ended while the process did. */
  async onApplicationShutdown(): Promise<void> {
    if (this.tallies.size > 0) await this.round();
  }

  private async stop(): Promise<void> {
    await this.rounds.stop();
    await this.round();
    if (this.database.isPostgres) await this.store.unmark(this.process).catch(() => undefined);
  }

  private async round(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.logger.warn('usage.not-written', { error });
    }
  }

  private async write(): Promise<void> {
    const at = this.clock.now();
    const taken = this.tallies.values();
    this.tallies = new Tallies();
    try {
      if (taken.length > 0) await this.store.add(taken, maxClients);
    } catch (error) {
      this.tallies.restore(taken);
      throw error;
    }
    this.writtenAt = at;
    if (this.database.isPostgres) await this.store.mark(this.process, at);
  }
}
