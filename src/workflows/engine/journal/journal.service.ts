import { Injectable } from '@nestjs/common';
import { Problem } from '../../../kernel/problems/problem.js';
import { sizeOf } from '../../expressions/json-size.js';
import type { RunEvent } from '../../runs/run-event.js';
import { RunFeed } from '../../runs/run-feed.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { Run } from '../../runs/run.js';
import { failureTraces } from './failure-traces.js';
import { JournalStore } from './journal-store.port.js';
import type { RunWrite } from './run-write.js';
import { RunWriter } from './run-writer.port.js';

interface Queued {
  readonly write: RunWrite;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What nobody waits for is written together with what comes within so long: the end of a step with the beginning of the next. */
const restMs = 10;
const writesAtOnce = 500;
const bytesAtOnce = 4 * 1024 * 1024;
const outagePausesMs = [50, 200, 500, 1000] as const;
/** How often what the database refuses for another reason than that it is away is tried again. */
const mostRetries = 3;

/** The run is another process's business now, or has ended there. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('another process carries out the run');
  }
}

/** Writes what runs want to remember, in their order; all that wants to be written at the same time shares one transaction. */
@Injectable()
export class Journal {
  private queue: Queued[] = [];
  private writing: Promise<void> | undefined;
  private resting: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly writer: RunWriter,
    private readonly runs: RunStore,
    private readonly entries: JournalStore,
    private readonly feed: RunFeed,
  ) {}

  /** Whether this process may carry out runs. */
  get writable(): boolean {
    return this.writer.writable;
  }

  /** Resolves when it is on disk, soon, or at once when somebody hurries; its events are told then. Throws `LeaseLost`. */
  write(write: RunWrite): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.queue.push({ write, resolve, reject });
    });
    this.resting ??= setTimeout(() => {
      this.hurry();
    }, restMs);
    return done;
  }

  /** Writes a new run down, before anything that it wants to have written. */
  begin(run: Run, first: RunEvent): Promise<void> {
    const write = { runId: run.id, token: undefined, entries: [], events: [], begins: { run, first } };
    const done = this.write(write);
    this.hurry();
    return done;
  }

  /** Somebody waits for what was asked for so far. */
  hurry(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
    if (this.queue.length === 0) return;
    this.writing ??= this.run().finally(() => {
      this.writing = undefined;
      this.hurry();
    });
  }

  /** Forgets the failure that ended the run, so that it goes on from there. Joins the transaction that is open. */
  async forgetFailure({ id, error }: Run): Promise<void> {
    if (error === undefined) return;
    const traces = failureTraces(await this.entries.list(id), error);
    if (traces.length > 0)
      await this.entries.remove(
        id,
        traces.map(({ place }) => place),
      );
  }

  /** Does `work`, which the database may refuse for as long as it is away, once it is back. */
  async throughOutages<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++)
      try {
        return await work();
      } catch (error) {
        if (!this.isAway(error)) throw error;
        await pause(attempt);
      }
  }

  /** From now on nobody waits for a database that is away. Settles when nothing is left to be written. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.hurry();
    while (this.writing !== undefined) await this.writing;
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      // Taken when the transaction begins: what comes until then, such as the next step after the end of one, joins in.
      let batch: readonly Queued[] = [];
      try {
        const lost = await this.commit(() => {
          if (batch.length === 0) batch = this.next();
          return batch.map(({ write }) => write);
        });
        for (const one of batch) settle(one, lost);
      } catch {
        // One that cannot be written must not take the others with it.
        for (const one of batch) await this.writeAlone(one);
      }
    }
  }

  /** What shares the next transaction: not so much that the database would take long over it. */
  private next(): Queued[] {
    let count = 0;
    for (let bytes = 0; count < this.queue.length && count < writesAtOnce && bytes < bytesAtOnce; count++)
      for (const { value } of this.queue[count]?.write.entries ?? []) bytes += sizeOf(value);
    return this.queue.splice(0, count);
  }

  private async writeAlone(one: Queued): Promise<void> {
    for (let attempt = 0; ; attempt++)
      try {
        settle(one, await this.commit(() => [one.write]));
        return;
      } catch (error) {
        const mayRetry = this.isAway(error) || (attempt < mostRetries && this.writer.writable);
        // Whoever begins a run is told at once that it cannot be written down.
        if (!mayRetry || one.write.begins !== undefined || (await this.isGone(one.write.runId))) {
          one.reject(error);
          return;
        }
        await pause(attempt);
      }
  }

  private async isGone(runId: string): Promise<boolean> {
    try {
      return (await this.runs.find(runId)) === undefined;
    } catch {
      return false;
    }
  }

  private isAway(error: unknown): boolean {
    return !this.stopped && error instanceof Problem && error.code === 'database-unavailable';
  }

  private async commit(take: () => readonly RunWrite[]): Promise<readonly RunWrite[]> {
    let writes: readonly RunWrite[] = [];
    const lost = await this.writer.write(() => (writes = take()));
    this.feed.publish(writes.flatMap((write) => (lost.includes(write) ? [] : write.events)));
    return lost;
  }
}

function settle({ write, resolve, reject }: Queued, lost: readonly RunWrite[]): void {
  if (lost.includes(write)) reject(new LeaseLost());
  else resolve();
}

function pause(attempt: number): Promise<void> {
  const ms = outagePausesMs[Math.min(attempt, outagePausesMs.length - 1)];
  return new Promise((resolve) => setTimeout(resolve, ms));
}
