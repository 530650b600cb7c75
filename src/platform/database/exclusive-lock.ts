import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { databaseFile } from './data-folder.js';

/**
 * A lock that at most one process with the same DATA_DIR holds: SQLite's own on a file beside the database, by a transaction that never
 * ends. The operating system takes it back the moment the process is gone, whatever it died of.
 */
@Injectable()
export class ExclusiveLock {
  private file: DataSource | undefined;

  constructor(private readonly config: Config) {}

  get held(): boolean {
    return this.file !== undefined;
  }

  /** Whether it is ours now; does not wait for another process. */
  async tryAcquire(): Promise<boolean> {
    if (this.file !== undefined) return true;
    const file = new DataSource({
      type: 'better-sqlite3',
      database: databaseFile(this.config.values.DATA_DIR, 'workflows.lock'),
      timeout: 0,
    });
    try {
      await file.initialize();
      await file.query('BEGIN EXCLUSIVE');
      this.file = file;
    } catch {
      if (file.isInitialized) await file.destroy();
    }
    return this.held;
  }

  async release(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    await file?.destroy();
  }
}
