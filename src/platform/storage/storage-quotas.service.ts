import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Counter } from 'prom-client';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { RawStatement } from '../database/raw-rows.js';
import { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { AccountUsage } from '../usage/account-usage.service.js';
import { StorageGrowth } from './storage-growth.js';
import type { StorageKeeper } from './storage-keeper.js';
import { storageLimits, storageNames, type StorageName } from './storage-limits.js';
import { newStoredUsage, usedOf, type StoredUsage } from './stored-usage.js';

const everyMs = 2000;
/** All accounts are measured once in this time, so that no count stays wrong. */
const recountEveryMs = 3_600_000;
const accountsAtOnce = 100;
/** A measure is believed at least this long for GET /api/usage/limits. */
const freshMs = 10_000;
/** An account far below its quota is measured again after this time at the earliest. */
const believedMs = 600_000;
/** The same of one that has more than a quarter of it, as other processes write, too. */
const doubtedMs = 30_000;
const doubtedShare = 1 / 4;
/** Measuring takes at most one part in this many of the time; of an account over its quota, in the second. */
const restPerMeasure = 200;
const restPerUrgentMeasure = 10;
const restPerStuckMeasure = 50;
const urgentMs = 20;
/** What an account over its quota is reduced to, so that rows are removed in larger pieces. */
const reducedShare = 0.9;
/** Beyond this multiple nothing more is written: rows are not removed as fast as they come. */
const hardShare = 1.25;
const retryAfterMs = 2000;

/**
 * What accounts keep in the database, by kind. Counts growth in memory; a background job measures the accounts that grew, and removes the
 * oldest rows of an account over its quota, by turns of the accounts.
 */
@Injectable()
export class StorageQuotas implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly keepers = new Map<StorageName, StorageKeeper>();
  private readonly byName = new Map<StorageName, Map<string, StoredUsage>>(
    storageNames.map((name) => [name, new Map()]),
  );
  /** Accounts that the next rounds look at. */
  private readonly pending = new Map<StorageName, Set<string>>(storageNames.map((name) => [name, new Set()]));
  private readonly rounds = new PeriodicJob(() => this.round());
  private readonly recounts = new PeriodicJob(() => this.recount());
  private readonly removed: Counter<'limit'>;
  private running = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly usage: AccountUsage,
    private readonly logger: Logger,
    growth: StorageGrowth,
    { registry }: Metrics,
  ) {
    growth.onGrowth((name, accountId, bytes) => {
      this.grew(name, accountId, bytes);
    });
    this.removed = new Counter({
      name: 'gantry_storage_removed_bytes_total',
      help: 'Bytes that accounts have lost in the database because they had more than their quota',
      labelNames: ['limit'],
      registers: [registry],
    });
    for (const name of storageNames)
      usage.show({
        ...{ name, variable: storageLimits[name].variable, unit: 'bytes', max: this.max(name) },
        used: (accountId) => this.used(name, accountId),
        usedByAll: () => this.usedEach(name).reduce((sum, used) => sum + used, 0),
        usedByLargest: () => this.usedEach(name).reduce((most, used) => Math.max(most, used), 0),
      });
  }

  /** From now on `keeper` measures and removes rows of this kind. */
  keep(name: StorageName, keeper: StorageKeeper): void {
    this.keepers.set(name, keeper);
  }

  /** Throws `overloaded`, which names the limit, while the account can keep nothing more. */
  requireRoom(name: StorageName, accountId: string): void {
    if (this.isFull(name, accountId)) throw this.refusal(name, accountId);
  }

  /** Whether only rows in use are left and exceed the quota, or rows are not removed as fast as they come. */
  isFull(name: StorageName, accountId: string): boolean {
    return this.byName.get(name)?.get(accountId)?.isStuck === true || this.isFlooded(name, accountId);
  }

  /** Whether rows are not removed as fast as they come. */
  isFlooded(name: StorageName, accountId: string): boolean {
    return this.exceeds(name, accountId, hardShare);
  }

  /** Whether the account has more than its quota, as far as this process knows. */
  isOver(name: StorageName, accountId: string): boolean {
    return this.exceeds(name, accountId, 1);
  }

  /** The problem of what the account cannot keep. */
  refusal(name: StorageName, accountId: string): Problem {
    this.usage.refused(name);
    const { variable, what } = storageLimits[name];
    const why = this.isFlooded(name, accountId)
      ? 'The account writes faster than its oldest'
      : 'The account has too many';
    const then = this.isFlooded(name, accountId) ? 'are removed' : 'that are still in use';
    return new Problem('overloaded', `${why} ${what} ${then} (${variable}).`, {
      retryAfterMs,
      members: { limit: variable },
    });
  }

  onApplicationBootstrap(): void {
    this.running = true;
    this.rounds.start(everyMs);
    this.recounts.start(recountEveryMs);
    void this.recounts.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    this.running = false;
    await Promise.all([this.rounds.stop(), this.recounts.stop()]);
  }

  /** One round; never rejects. */
  sweep(): Promise<void> {
    return this.rounds.begin();
  }

  private exceeds(name: StorageName, accountId: string, share: number): boolean {
    const stored = this.byName.get(name)?.get(accountId);
    const max = this.max(name);
    return stored !== undefined && max > 0 && usedOf(stored) > max * share;
  }

  private grew(name: StorageName, accountId: string, bytes: number): void {
    const max = this.max(name);
    if (max === 0) return;
    const stored = this.storedOf(name, accountId);
    stored.grown += bytes;
    this.pending.get(name)?.add(accountId);
    const isUrgent = usedOf(stored) > max && !stored.isStuck && this.isDue(name, stored);
    if (isUrgent && this.running) void this.rounds.begin();
  }

  /** Measures what may be over its quota, and removes what is. */
  private async round(): Promise<void> {
    const over: (() => Promise<boolean>)[] = [];
    for (const name of storageNames) {
      const keeper = this.keepers.get(name);
      const pending = this.pending.get(name);
      if (keeper === undefined || pending === undefined) continue;
      for (const accountId of [...pending]) {
        const stored = this.storedOf(name, accountId);
        if (!this.isDue(name, stored)) continue;
        if (!(await this.quietly(name, () => this.measure(name, accountId)))) continue;
        const isOver = usedOf(stored) > this.max(name);
        if (isOver) over.push(this.reducing(name, accountId, keeper));
        else stored.isStuck = false;
        if (!isOver && stored.grown === 0) pending.delete(accountId);
        if (!this.running) return;
      }
    }
    while (over.length > 0 && this.running) {
      const [next] = over.splice(0, 1);
      if (next !== undefined && (await next())) over.push(next);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Each call removes a little, and resolves to whether there is more to be removed. */
  private reducing(name: StorageName, accountId: string, keeper: StorageKeeper): () => Promise<boolean> {
    const max = this.max(name);
    const stored = this.storedOf(name, accountId);
    let total = 0;
    return () =>
      this.quietly(name, async () => {
        const bytes = await keeper.removeOldest(accountId, usedOf(stored) - max * reducedShare);
        total += bytes;
        stored.bytes = Math.max(0, (stored.bytes ?? 0) - bytes);
        this.removed.inc({ limit: name }, bytes);
        const isOver = usedOf(stored) > max;
        if (bytes > 0 && usedOf(stored) > max * reducedShare) return true;
        const { variable } = storageLimits[name];
        if (total > 0 || isOver !== stored.isStuck)
          this.logger.warn('storage.over-quota', { accountId, limit: variable, removedBytes: total });
        stored.isStuck = isOver;
        if (isOver) await keeper.relieve?.(accountId, usedOf(stored) - max);
        return false;
      });
  }

  private isDue(name: StorageName, stored: StoredUsage): boolean {
    if (stored.bytes === undefined) return true;
    const age = performance.now() - stored.measuredAt;
    const max = this.max(name);
    if (stored.isStuck) return age > Math.max(everyMs / 2, stored.costMs * restPerStuckMeasure);
    if (usedOf(stored) > max) return age > Math.max(urgentMs, stored.costMs * restPerUrgentMeasure);
    if (stored.grown === 0 || age < stored.costMs * restPerMeasure) return false;
    return age > (usedOf(stored) > max * doubtedShare ? doubtedMs : believedMs);
  }

  /** Resolves to `true`. */
  private async measure(name: StorageName, accountId: string): Promise<boolean> {
    const stored = this.storedOf(name, accountId);
    const { grown } = stored;
    const began = performance.now();
    stored.bytes = (await this.keepers.get(name)?.measure(accountId)) ?? 0;
    stored.grown -= grown;
    stored.measuredAt = performance.now();
    stored.costMs = stored.measuredAt - began;
    return true;
  }

  /** Every account, for what this process was not told of. */
  private async recount(): Promise<void> {
    await this.quietly('all', async () => {
      for (let after = ''; this.running;) {
        const statement = new RawStatement(this.database.isPostgres);
        const rows = await this.database.manager.query<{ id: string }[]>(
          `SELECT id FROM accounts WHERE id > ${statement.value(after)} ORDER BY id LIMIT ${String(accountsAtOnce)}`,
          statement.values,
        );
        for (const { id } of rows) await this.recountOf(id);
        const last = rows.at(-1);
        if (last === undefined || rows.length < accountsAtOnce) return false;
        after = last.id;
      }
      return false;
    });
  }

  private async recountOf(accountId: string): Promise<void> {
    for (const name of storageNames)
      if (this.running && this.keepers.has(name) && this.max(name) > 0) {
        await this.measure(name, accountId);
        if (this.isOver(name, accountId)) this.pending.get(name)?.add(accountId);
      }
  }

  private async used(name: StorageName, accountId: string): Promise<number> {
    const stored = this.byName.get(name)?.get(accountId);
    const isFresh =
      stored?.bytes !== undefined &&
      performance.now() - stored.measuredAt < Math.max(freshMs, stored.costMs * restPerMeasure);
    if (!isFresh) await this.measure(name, accountId);
    return usedOf(this.storedOf(name, accountId));
  }

  private usedEach(name: StorageName): number[] {
    return [...(this.byName.get(name)?.values() ?? [])].map(usedOf);
  }

  private storedOf(name: StorageName, accountId: string): StoredUsage {
    const accounts = this.byName.get(name);
    const known = accounts?.get(accountId);
    if (known !== undefined) return known;
    const stored = newStoredUsage();
    accounts?.set(accountId, stored);
    return stored;
  }

  private max(name: StorageName): number {
    return this.config.values[storageLimits[name].variable];
  }

  /** `false` when the work fails: the next round tries again. */
  private async quietly(limit: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (Problem.from(error).code !== 'database-unavailable')
        this.logger.warn('storage.not-measured', { limit, error });
      return false;
    }
  }
}
