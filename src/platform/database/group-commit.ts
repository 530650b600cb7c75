import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

interface Waiting {
  readonly work: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Puts writes that are asked for in the same turn of the event loop into one transaction, in their order: what costs is the commit, which
 * waits for the disk. One that fails takes no other with it.
 */
@Injectable()
export class GroupCommit {
  private waiting: Waiting[] = [];
  private writing = false;

  constructor(private readonly database: Database) {}

  /** Resolves when it is committed. */
  write(work: () => Promise<void>): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.waiting.push({ work, resolve, reject });
    });
    if (!this.writing) {
      this.writing = true;
      setImmediate(() => void this.run());
    }
    return done;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        await this.commit(group);
        for (const { resolve } of group) resolve();
      } catch (error) {
        if (group.length === 1) group[0]?.reject(error);
        else for (const one of group) await this.commit([one]).then(one.resolve, one.reject);
      }
      // Whoever was waiting for this goes on first, and joins the next.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.writing = false;
  }

  private commit(group: readonly Waiting[]): Promise<void> {
    return this.database.write(async () => {
      for (const { work } of group) await work();
    });
  }
}
