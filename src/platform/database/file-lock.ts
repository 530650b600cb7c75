import { DataSource } from 'typeorm';
import { databaseFile } from './data-folder.js';

/**
 * A lock that at most one process holds: SQLite's own on a file, by a transaction that never ends. The operating system takes it back the
 * moment the process is gone, whatever it died of.
 */
export class FileLock {
  private file: DataSource | undefined;

  constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  get held(): boolean {
    return this.file !== undefined;
  }

  /** Whether it is ours now; does not wait for another process. */
  async tryAcquire(): Promise<boolean> {
    if (this.file !== undefined) return true;
    const file = new DataSource({
      type: 'better-sqlite3',
      database: databaseFile(this.folder, this.name),
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
