import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type EntityManager } from 'typeorm';

/** A transaction that work can join. */
interface Unit {
  readonly manager: EntityManager;
  /** What it has begun and not waited for goes on afterwards, and joins it no longer. */
  isOver: boolean;
}

/**
 * The unit of work. SQLite has one connection, and an unrelated write inside somebody's open transaction would be rolled back with
 * it: so writes stand in one line (FIFO). On Postgres each write is a transaction of its own.
 */
@Injectable()
export class Database {
  private readonly current = new AsyncLocalStorage<Unit>();
  private readonly oneConnection: boolean;
  private tail: Promise<unknown> = Promise.resolve();
  private writers = 0;

  constructor(private readonly dataSource: DataSource) {
    this.oneConnection = dataSource.options.type === 'better-sqlite3';
  }

  /** For reading; inside `write` it is the transaction's. */
  get manager(): EntityManager {
    return this.open ?? this.dataSource.manager;
  }

  get isPostgres(): boolean {
    return !this.oneConnection;
  }

  /** Runs `work` in one transaction; nested calls join it. Never wait for the network inside. */
  write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const { open } = this;
    return open === undefined ? this.inLine(() => this.transaction(work)) : work(open);
  }

  /**
   * Until the transaction that is open ends, others that take the same turn wait here, at all processes; what is counted in between holds
   * until what is inserted is counted. On SQLite all writers stand in line anyway.
   */
  async takeTurn(name: string): Promise<void> {
    if (this.isPostgres) await this.manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [name]);
  }

  /** Runs `work` in a transaction of its own that nothing can join: only what is done by its manager is in it. It costs others nothing while it is open. */
  writeAlone<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.inLine(() => this.dataSource.transaction(work));
  }

  /** Runs `work` while nobody writes on SQLite's one connection, outside of any transaction. */
  between<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const run = () => work(this.dataSource.manager);
    const result = this.tail.then(run, run);
    this.tail = result.catch(() => undefined);
    return result;
  }

  /** Of the transaction that the caller is in. */
  private get open(): EntityManager | undefined {
    const unit = this.current.getStore();
    return unit === undefined || unit.isOver ? undefined : unit.manager;
  }

  private inLine<T>(run: () => Promise<T>): Promise<T> {
    if (!this.oneConnection) return run();
    const result = this.tail.then(run, run);
    this.tail = result.catch(() => undefined);
    return result;
  }

  /** The storage is switched off when nobody writes: while it is on, Node 20 calls a hook for every promise of the process. */
  private async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    this.writers++;
    try {
      return await this.dataSource.transaction(async (manager) => {
        const unit = { manager, isOver: false };
        try {
          return await this.current.run(unit, () => work(manager));
        } finally {
          unit.isOver = true;
        }
      });
    } finally {
      if (--this.writers === 0) this.current.disable();
    }
  }

  /** Whether the database answers, and has been migrated: after a failover it may be another one. */
  async isReachable(): Promise<boolean> {
    try {
      await this.dataSource.query('SELECT 1 FROM "migrations" LIMIT 1');
      return true;
    } catch {
      return false;
    }
  }
}
