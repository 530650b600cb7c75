import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Database } from '../../../platform/database/database.js';
import { RunFeed } from '../../runs/run-feed.service.js';
import { endEvent, type RunEvent } from '../../runs/run-event.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { RunOutcome, StoredSignal } from '../../runs/run.js';
import { WorkAborted } from '../run-stopped.js';
import { runIdOf, type StrandHold } from './strand.js';
import { StrandStore } from './strand-store.port.js';
import type { StrandWrite, StrandWriter } from './strand-write.js';

const outagePausesMs = [50, 200, 500, 1000] as const;

/** Writes what strands want to remember, from any process; rows of a run are numbered one writer after the other. */
@Injectable()
export class StrandJournal implements StrandWriter {
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly strands: StrandStore,
    private readonly runs: RunStore,
    private readonly feed: RunFeed,
    private readonly clock: Clock,
  ) {}

  /** Takes hold of a strand; undefined when there is nothing left to do in it. */
  claim(hold: StrandHold): Promise<{ readonly fresh: boolean } | undefined> {
    return this.throughOutages(() => this.strands.claim(hold));
  }

  write(hold: StrandHold, write: StrandWrite): Promise<void> {
    // Without a change it is one statement, and needs no transaction around it.
    return this.throughOutages(async () => {
      if (write.change !== undefined) await this.commit(() => this.add(hold, write));
      else this.feed.publish(await this.add(hold, write));
    });
  }

  async takeSignal(
    hold: StrandHold,
    signals: readonly StoredSignal[],
    writeOf: (signal: StoredSignal) => StrandWrite,
  ): Promise<StoredSignal | undefined> {
    let found: StoredSignal | undefined;
    await this.throughOutages(() =>
      this.commit(async () => {
        await this.strands.lock(hold.rootId);
        const taken = new Set(await this.strands.listTakenSignals(hold.runId));
        found = signals.find(({ id }) => !taken.has(id));
        return found === undefined ? [] : this.add(hold, writeOf(found));
      }),
    );
    return found;
  }

  /** Nobody else takes hold of the strand before `work` is done. Throws `WorkAborted` like `write`. */
  async whileHeld(hold: StrandHold, work: () => Promise<void>): Promise<void> {
    await this.throughOutages(() =>
      this.database.write(async () => {
        if (!(await this.strands.keepHeld(hold))) throw await this.whyNot(hold);
        await work();
      }),
    );
  }

  /** Ends the run, whoever carries it out; `false` when it has ended. */
  finish(rootId: string, outcome: RunOutcome): Promise<boolean> {
    const runId = runIdOf(rootId);
    let isFirst = false;
    return this.throughOutages(async () => {
      await this.commit(async () => {
        const last = await this.strands.lock(rootId);
        await this.strands.close(runId, [rootId]);
        await this.strands.closeRun(runId);
        const endedAt = this.clock.now();
        const change = { ...outcome, endedAt, wakeAt: null };
        isFirst = await this.runs.updateIn(runId, ['running', 'waiting'], change);
        if (!isFirst) return [];
        const seq = (last ?? (await this.runs.lastSeq(runId))) + 1;
        const { type, data } = endEvent(outcome);
        const events = [{ runId, seq, type, at: endedAt, data: { runId, ...data } }];
        await this.runs.addEvents(events);
        return events;
      });
      return isFirst;
    });
  }

  /** From now on nobody waits for a database that is away. */
  stop(): void {
    this.stopped = true;
  }

  /** Does `work`, which the database may refuse for as long as it is away, once it is back. */
  async throughOutages<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++)
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'database-unavailable' || this.stopped) throw error;
        const pauseMs = outagePausesMs[Math.min(attempt, outagePausesMs.length - 1)];
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
  }

  private async add(
    hold: StrandHold,
    { entries = [], events = [], change }: StrandWrite,
  ): Promise<RunEvent[]> {
    const { runId } = hold;
    const at = this.clock.now();
    const rows = events.map(({ type, data }) => ({ type, at, data: { runId, ...data } }));
    const last = await this.strands.add(hold, { entries, events: rows });
    if (last === undefined) throw await this.whyNot(hold);
    if (change !== undefined) await this.runs.update(runId, change);
    return rows.map((row, index) => ({ runId, seq: last - rows.length + index + 1, ...row }));
  }

  private async whyNot(hold: StrandHold): Promise<WorkAborted> {
    const state = await this.strands.stateOf(hold);
    if (state === 'lost') return new WorkAborted('set-aside');
    return new WorkAborted(state === 'closed' && hold.id !== hold.rootId ? 'branch-ended' : 'cancelled');
  }

  private async commit(work: () => Promise<RunEvent[]>): Promise<void> {
    this.feed.publish(await this.database.write(work));
  }
}
