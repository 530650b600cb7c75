import { Injectable } from '@nestjs/common';
import { Batches } from '../../kernel/pacing/batches.js';
import { Database } from './database.js';

/** Puts writes that are asked for in the same turn of the event loop into one transaction: what costs is the commit, which waits for the disk. */
@Injectable()
export class GroupCommit {
  private readonly batches: Batches<() => Promise<void>>;

  constructor(database: Database) {
    this.batches = new Batches((works) =>
      database.write(async () => {
        for (const work of works) await work();
      }),
    );
  }

  /** Resolves when it is committed. */
  write(work: () => Promise<void>): Promise<void> {
    return this.batches.add(work);
  }
}
