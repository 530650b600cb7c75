import { Injectable } from '@nestjs/common';
import type { JsonObject, JsonValue } from '../../../kernel/json.js';
import { Clock } from '../../../kernel/clock.js';
import { Problem } from '../../../kernel/problem.js';
import { Database } from '../../../platform/database/database.js';
import type { EntryKind } from '../embedded/journal-entry.js';
import { JournalStore } from '../embedded/journal-store.port.js';
import { RunFeed } from '../../runs/run-feed.service.js';
import { endEvent, type RunEvent, type RunEventType } from '../../runs/run-event.js';
import { RunStore, type RunChange } from '../../runs/run-store.port.js';
import type { RunOutcome, StoredSignal } from '../../runs/run.js';
import { WorkAborted } from '../run-stopped.js';
import { runIdOf, type StrandHold } from './strand.js';
import { StrandStore, type RunPosition } from './strand-store.port.js';

/** What a strand wants to have written at one moment: all of it or nothing. */
export interface StrandWrite {
  readonly entries?: readonly { readonly kind: EntryKind; readonly key: string; readonly value: JsonValue }[];
  readonly events?: readonly { readonly type: RunEventType; readonly data: JsonObject }[];
  readonly change?: RunChange;
}

const outagePausesMs = [50, 200, 500, 1000] as const;

/** Writes what strands want to remember, from any process; rows of a run are numbered one writer after the other. */
@Injectable()
export class StrandJournal {
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly strands: StrandStore,
    private readonly runs: RunStore,
    private readonly entries: JournalStore,
    private readonly feed: RunFeed,
    private readonly clock: Clock,
  ) {}

  /** Takes hold of a strand; undefined when there is nothing left to do in it. */
  claim(hold: StrandHold): Promise<{ readonly fresh: boolean } | undefined> {
    return this.throughOutages(() => this.strands.claim(hold));
  }

  /** Throws `WorkAborted` when the strand has been ended, or another process has it now. */
  write(hold: StrandHold, write: StrandWrite): Promise<void> {
    return this.throughOutages(() => this.commit(() => this.add(hold, write)));
  }

  /** Takes the oldest of these signals that no wait has taken, and writes what `writeOf` makes of it with it. Undefined when there is none. */
  async takeSignal(
    hold: StrandHold,
    signals: readonly StoredSignal[],
    writeOf: (signal: StoredSignal) => StrandWrite,
  ): Promise<StoredSignal | undefined> {
    let found: StoredSignal | undefined;
    await this.throughOutages(() =>
      this.commit(async () => {
        await this.strands.advance(hold.rootId, 0, 0);
        const taken = new Set(await this.strands.listTakenSignals(hold.runId));
        found = signals.find(({ id }) => !taken.has(id));
        return found === undefined ? [] : this.add(hold, writeOf(found));
      }),
    );
    return found;
  }

  /** Ends the run, whoever carries it out; `false` when it has ended. */
  finish(rootId: string, outcome: RunOutcome): Promise<boolean> {
    const runId = runIdOf(rootId);
    let isFirst = false;
    return this.throughOutages(async () => {
      await this.commit(async () => {
        const position = await this.strands.advance(rootId, 1, 0);
        await this.strands.close(runId, [rootId]);
        await this.strands.closeRun(runId);
        const endedAt = this.clock.now();
        const change = { ...outcome, endedAt, wakeAt: null };
        isFirst = await this.runs.updateIn(runId, ['running', 'waiting'], change);
        if (!isFirst) return [];
        const seq = position?.seq ?? (await this.runs.lastSeq(runId)) + 1;
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

  private async add(
    hold: StrandHold,
    { entries = [], events = [], change }: StrandWrite,
  ): Promise<RunEvent[]> {
    const { runId } = hold;
    const last = await this.take(hold, events.length, entries.length);
    const at = this.clock.now();
    const place = last.place - entries.length;
    const seq = last.seq - events.length;
    const told = events.map(({ type, data }, index) => ({
      ...{ runId, seq: seq + index + 1, type, at },
      data: { runId, ...data },
    }));
    await this.entries.add(entries.map((entry, index) => ({ runId, place: place + index + 1, ...entry })));
    await this.runs.addEvents(told);
    if (change !== undefined) await this.runs.update(runId, change);
    return told;
  }

  /** Numbers for so many rows, if the strand is still the one that writes them. */
  private async take(hold: StrandHold, events: number, entries: number): Promise<RunPosition> {
    const position = await this.strands.advance(hold.rootId, events, entries);
    if (position === undefined) throw new WorkAborted('cancelled');
    if (hold.id === hold.rootId) {
      if (position.token !== hold.token) throw new WorkAborted('set-aside');
      return position;
    }
    const state = await this.strands.stateOf(hold);
    if (state !== 'held') throw new WorkAborted(state === 'lost' ? 'set-aside' : 'branch-ended');
    return position;
  }

  private async commit(work: () => Promise<RunEvent[]>): Promise<void> {
    this.feed.publish(await this.database.write(work));
  }

  private async throughOutages<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++)
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'database-unavailable' || this.stopped) throw error;
        const pauseMs = outagePausesMs[Math.min(attempt, outagePausesMs.length - 1)];
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
  }
}
