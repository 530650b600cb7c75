import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import { Config } from '../config/config.js';
import { Database } from './database.js';

/** Any number; the same in all processes of one database, and not that of the migrations. */
const lockNumber = 7_265_822;

/**
 * A lock that at most one process of a database holds. It ends with the process: the operating system (SQLite) or the server (Postgres)
 * takes it back at once, whatever the process died of.
 */
@Injectable()
export class ExclusiveLock {
  private holder: DataSource | QueryRunner | undefined;
  private backend = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  get held(): boolean {
    return this.holder !== undefined;
  }

  /** Whether it is ours now; does not wait for another process. */
  async tryAcquire(): Promise<boolean> {
    if (this.holder !== undefined) return true;
    this.holder = await (this.database.isPostgres ? this.acquireSession() : this.acquireFile());
    return this.holder !== undefined;
  }

  /** In a transaction: rejects when the lock has been lost, with the connection that held it. */
  async require(): Promise<void> {
    if (this.holder === undefined) throw new Error('the lock is not held');
    if (!this.database.isPostgres) return;
    const rows: unknown[] = await this.database.manager.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = $1 AND objid = $2`,
      [this.backend, lockNumber],
    );
    if (rows.length > 0) return;
    await this.release();
    throw new Error('the lock has been lost');
  }

  async release(): Promise<void> {
    const { holder } = this;
    this.holder = undefined;
    if (holder instanceof DataSource) await holder.destroy();
    else if (holder !== undefined) await giveBack(holder);
  }

  private async acquireSession(): Promise<QueryRunner | undefined> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const [row] = (await runner.query(
        'SELECT pg_try_advisory_lock($1) AS "locked", pg_backend_pid() AS "pid"',
        [lockNumber],
      )) as { locked: boolean; pid: number }[];
      if (row?.locked === true) {
        this.backend = row.pid;
        return runner;
      }
    } catch {
      // The database is not there; whoever asks will ask again.
    }
    await runner.release();
    return undefined;
  }

  /** SQLite's own lock on a file beside the database, held by a transaction that never ends. */
  private async acquireFile(): Promise<DataSource | undefined> {
    const file = new DataSource({
      type: 'better-sqlite3',
      database: join(this.config.values.DATA_DIR, 'workflows.lock'),
      timeout: 0,
    });
    try {
      await file.initialize();
      await file.query('BEGIN EXCLUSIVE');
      return file;
    } catch {
      if (file.isInitialized) await file.destroy();
      return undefined;
    }
  }
}

async function giveBack(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT pg_advisory_unlock($1)', [lockNumber]);
  } catch {
    // It has ended with its connection.
  } finally {
    await runner.release();
  }
}
