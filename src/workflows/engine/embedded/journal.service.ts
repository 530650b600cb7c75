import { Injectable } from '@nestjs/common';
import { ExclusiveLock } from '../../../platform/database/exclusive-lock.js';
import { GroupCommit } from '../../../platform/database/group-commit.js';
import type { RunEvent } from '../../runs/run-event.js';
import { RunFeed } from '../../runs/run-feed.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { JournalStore } from './journal-store.port.js';
import type { RunWrite } from './run-write.js';

interface Queued {
  readonly write: RunWrite;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const retryPausesMs = [50, 200, 1000] as const;

/** Writes what runs want to remember, in their order; all that wants to be written at the same time shares one transaction. */
@Injectable()
export class Journal {
  private queue: Queued[] = [];
  private writing: Promise<void> | undefined;

  constructor(
    private readonly commits: GroupCommit,
    private readonly lock: ExclusiveLock,
    private readonly runs: RunStore,
    private readonly entries: JournalStore,
    private readonly feed: RunFeed,
  ) {}

  /** Whether this process is the one that carries out runs. */
  get writable(): boolean {
    return this.lock.held;
  }

  /** Resolves when it is on disk; its events are told then. */
  write(write: RunWrite): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.queue.push({ write, resolve, reject });
    });
    this.writing ??= this.run().finally(() => (this.writing = undefined));
    return done;
  }

  /** Settles when nothing is left to be written. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      // Taken when the transaction begins: what comes until then, such as the next step after the end of one, joins in.
      let batch: readonly Queued[] = [];
      try {
        await this.commit(() => {
          if (batch.length === 0) batch = this.queue.splice(0);
          return batch.map(({ write }) => write);
        });
        for (const { resolve } of batch) resolve();
      } catch {
        // One that cannot be written, say because its app was deleted, must not take the others with it.
        for (const one of batch) await this.writeAlone(one);
      }
    }
  }

  private async writeAlone({ write, resolve, reject }: Queued): Promise<void> {
    for (let attempt = 0; ; attempt++)
      try {
        await this.commit(() => [write]);
        resolve();
        return;
      } catch (error) {
        const pauseMs = retryPausesMs[attempt];
        if (pauseMs === undefined || !this.lock.held || (await this.isGone(write.runId))) {
          reject(error);
          return;
        }
        await new Promise((done) => setTimeout(done, pauseMs));
      }
  }

  private async isGone(runId: string): Promise<boolean> {
    try {
      return (await this.runs.find(runId)) === undefined;
    } catch {
      return false;
    }
  }

  private async commit(take: () => readonly RunWrite[]): Promise<void> {
    let events: readonly RunEvent[] = [];
    await this.commits.write(async () => {
      const writes = take();
      events = writes.flatMap((write) => write.events);
      if (!this.lock.held) throw new Error('another process carries out runs');
      await this.entries.add(writes.flatMap(({ entries }) => entries));
      await this.runs.addEvents(events);
      for (const { runId, change } of writes) if (change !== undefined) await this.runs.update(runId, change);
    });
    this.feed.publish(events);
  }
}
