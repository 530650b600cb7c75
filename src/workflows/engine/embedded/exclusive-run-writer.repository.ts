import { Injectable } from '@nestjs/common';
import { ExclusiveLock } from '../../../platform/database/exclusive-lock.js';
import { GroupCommit } from '../../../platform/database/group-commit.js';
import { RunStore } from '../../runs/run-store.port.js';
import { JournalStore } from '../journal/journal-store.port.js';
import type { RunWrite } from '../journal/run-write.js';
import { RunWriter } from '../journal/run-writer.port.js';

/** Writes while this process holds the lock of those who carry out runs: there is no other then. */
@Injectable()
export class ExclusiveRunWriter extends RunWriter {
  constructor(
    private readonly commits: GroupCommit,
    private readonly lock: ExclusiveLock,
    private readonly runs: RunStore,
    private readonly entries: JournalStore,
  ) {
    super();
  }

  get writable(): boolean {
    return this.lock.held;
  }

  async write(take: () => readonly RunWrite[]): Promise<readonly RunWrite[]> {
    let lost: readonly RunWrite[] = [];
    await this.commits.write(async () => {
      const writes = take();
      for (const { begins } of writes)
        if (begins !== undefined) await this.runs.add(begins.run, begins.first);
      if (!this.lock.held) {
        lost = writes.filter(({ begins }) => begins === undefined);
        return;
      }
      await this.entries.add(writes.flatMap(({ entries }) => entries));
      await this.runs.addEvents(writes.flatMap(({ events }) => events));
      for (const { runId, change } of writes) if (change !== undefined) await this.runs.update(runId, change);
    });
    return lost;
  }
}
