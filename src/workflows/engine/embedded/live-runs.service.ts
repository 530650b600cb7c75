import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json.js';
import { Clock } from '../../../kernel/clock.js';
import { within } from '../../../kernel/deadline.js';
import { Problem } from '../../../kernel/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { RunPrograms } from '../../run-programs.service.js';
import { endEvent } from '../../runs/run-event.js';
import { RunStore } from '../../runs/run-store.port.js';
import { hasEnded, type Run, type RunOutcome } from '../../runs/run.js';
import { WorkflowFailure } from '../../workflow-error.js';
import { RunStopped, WorkAborted } from '../run-stopped.js';
import { EmbeddedContext } from './embedded-context.js';
import { Replay, type JournalEntry } from './journal-entry.js';
import { JournalStore } from './journal-store.port.js';
import { Journal } from './journal.service.js';
import { LiveRun, type RunSurroundings } from './live-run.js';

/** A run that waits for less stays in memory. */
const residentMs = 3000;
/** Taking up is paced, so that a start with many runs serves requests meanwhile. */
const loadsAtOnce = 8;
/** Time that cancelled work gets to come to its end. */
const unwindMs = 500;
/** When a run is tried again that could not go on because of the database. */
const brokenAgainMs = 5000;

/** The runs that this process carries out: taken up, put aside while they wait, ended. */
@Injectable()
export class LiveRuns {
  private readonly live = new Map<string, LiveRun>();
  /** Runs to be taken up, in their order; those just begun come with all that is known of them. */
  private readonly queue = new Map<string, Run | undefined>();
  private readonly loading = new Set<string>();
  /** Those that somebody asked for while they were being loaded or put aside. */
  private readonly again = new Set<string>();
  private stopping = false;
  private readonly around: RunSurroundings;

  constructor(
    private readonly store: RunStore,
    private readonly journals: JournalStore,
    private readonly journal: Journal,
    private readonly programs: RunPrograms,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    this.around = {
      now: () => this.clock.now(),
      write: (write) => this.journal.write(write),
      listSignals: (runId) => this.store.listSignals(runId),
      mayBegin: () => (this.stopping ? new Promise<never>(() => undefined) : Promise.resolve()),
      onIdle: (live, until) => {
        this.unlessBroken(live, this.putAside(live, until));
      },
      onBroken: (live, error) => {
        this.broken(live, error);
      },
    };
  }

  /** How many runs are in memory. */
  get size(): number {
    return this.live.size + this.loading.size;
  }

  /** Takes up a run that has just been made or is tried again. */
  begin(run: Run): void {
    this.enqueue(run.id, run.attempt === 1 ? run : undefined);
  }

  /** Something happened to a run, or its time has come. */
  attend(runId: string): void {
    const live = this.live.get(runId);
    if (live === undefined) this.enqueue(runId, undefined);
    else this.unlessBroken(live, this.news(live));
  }

  /** Ends a run that is to stop, together with the calls under way. */
  async cancel(runId: string): Promise<void> {
    const live = this.live.get(runId);
    if (live === undefined) {
      this.enqueue(runId, undefined);
      return;
    }
    live.abort(new WorkAborted('cancelled'));
    await within(live.done, unwindMs);
    await this.end(live, { status: 'cancelled' });
  }

  /** From now on no step begins. */
  stopBeginning(): void {
    this.stopping = true;
  }

  /** Lets steps under way end, for `withinMs` at most, and lets go of all runs; the next process takes them up. */
  async setAside(withinMs: number): Promise<void> {
    this.stopping = true;
    const deadline = performance.now() + withinMs;
    while ([...this.live.values()].some(({ working }) => working > 0) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const live of this.live.values()) live.abort(new WorkAborted('set-aside'));
    await this.journal.settled();
    for (const live of this.live.values()) {
      live.drop();
      // It did not die over this one.
      if (live.run.recoveries > 0) await this.store.update(live.run.id, { recoveries: 0 });
    }
    this.live.clear();
  }

  private enqueue(id: string, run: Run | undefined): void {
    if (this.stopping || !this.journal.writable) return;
    if (this.loading.has(id)) this.again.add(id);
    else if (!this.queue.has(id)) this.queue.set(id, run);
    this.takeUp();
  }

  private takeUp(): void {
    for (const [id, run] of this.queue) {
      if (this.size >= this.config.values.RUNS_AT_ONCE || this.loading.size >= loadsAtOnce) return;
      this.queue.delete(id);
      this.loading.add(id);
      void this.load(id, run)
        .catch((error: unknown) => {
          this.logger.error('workflow.not-taken-up', { runId: id, error });
          this.later(id);
        })
        .finally(() => {
          this.loading.delete(id);
          if (this.again.delete(id)) this.attend(id);
          this.takeUp();
        });
    }
  }

  private async load(id: string, fresh: Run | undefined): Promise<void> {
    if (fresh !== undefined) {
      this.carryOut(await this.revive(fresh, [], 1));
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
    const run = await this.store.find(id);
    if (run === undefined) return;
    if (hasEnded(run)) {
      await this.store.update(id, { wakeAt: null });
      return;
    }
    const [entries, seq] = await Promise.all([this.journals.list(id), this.store.lastSeq(id)]);
    if (run.cancelledAt !== null) {
      await this.end(await this.revive(run, entries, seq), { status: 'cancelled' });
      return;
    }
    const recoveries = run.status === 'running' ? run.recoveries + 1 : run.recoveries;
    const live = await this.revive({ ...run, recoveries }, entries, seq);
    if (recoveries > this.config.values.RUN_RECOVERIES) {
      await this.end(live, failedOf(new Problem('run-crashed')));
      return;
    }
    live.record([], [], { status: 'running', wakeAt: null, recoveries });
    await live.flushed();
    this.carryOut(live);
  }

  private async revive(run: Run, entries: readonly JournalEntry[], seq: number): Promise<LiveRun> {
    const live = new LiveRun(
      run,
      await this.programs.load(run),
      new Replay(entries),
      entries.flatMap(signalIdIn),
      { seq, place: entries.at(-1)?.place ?? 0 },
      this.around,
    );
    this.live.set(run.id, live);
    return live;
  }

  private carryOut(live: LiveRun): void {
    live.done = this.outcomeOf(live).then((outcome) =>
      outcome === undefined ? undefined : this.end(live, outcome),
    );
  }

  /** `undefined` when the run has not ended: it goes on another time, or in another process. */
  private async outcomeOf(live: LiveRun): Promise<RunOutcome | undefined> {
    try {
      const output = await live.program.run(new EmbeddedContext(live, live.cancellation.signal));
      return { status: 'completed', output };
    } catch (error) {
      if (error instanceof WorkflowFailure) return { status: 'failed', error: error.error };
      if (error instanceof RunStopped) return failedOf(error.problem);
      if (error instanceof WorkAborted)
        return error.why === 'cancelled' ? { status: 'cancelled' } : undefined;
      if (!live.over) this.logger.error('workflow.failed', { runId: live.run.id, error });
      return failedOf(new Problem('internal-error'));
    }
  }

  private async end(live: LiveRun, outcome: RunOutcome): Promise<void> {
    if (live.over) return;
    live.record([], [endEvent(outcome)], { ...outcome, endedAt: this.clock.now(), wakeAt: null });
    const written = live.flushed();
    live.drop();
    await written.catch(() => {
      this.later(live.run.id);
    });
    this.forget(live);
  }

  private forget(live: LiveRun): void {
    if (this.live.get(live.run.id) === live) this.live.delete(live.run.id);
    this.takeUp();
  }

  /** Every strand waits: when that takes long, the run leaves memory. */
  private async putAside(live: LiveRun, until: number | undefined): Promise<void> {
    if (this.stopping || (until !== undefined && until - this.clock.now() < residentMs)) return;
    const { moves } = live;
    live.record([], [], { status: 'waiting', wakeAt: until ?? null });
    await live.flushed().catch(() => undefined);
    const news = await this.hasNews(live);
    if (live.over) return;
    if (live.moves === moves && !news) {
      live.drop();
      this.forget(live);
      return;
    }
    live.record([], [], { status: 'running', wakeAt: null });
    if (news) await this.news(live);
  }

  /** Another process may have left something between our last look and our word that we wait. */
  private async hasNews(live: LiveRun): Promise<boolean> {
    const [now, signals] = await Promise.all([
      this.store.find(live.run.id),
      this.store.listSignals(live.run.id),
    ]);
    return now?.cancelledAt !== null || signals.some((signal) => live.waitsFor(signal));
  }

  private async news(live: LiveRun): Promise<void> {
    const run = await this.store.find(live.run.id);
    if (run === undefined) this.discard(live);
    else if (run.cancelledAt !== null) await this.cancel(run.id);
    else {
      live.record([], [], { wakeAt: null });
      live.notify();
    }
  }

  private unlessBroken(live: LiveRun, work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!live.over) this.broken(live, error);
    });
  }

  private broken(live: LiveRun, error: unknown): void {
    this.logger.warn('workflow.set-aside', { runId: live.run.id, error });
    this.discard(live);
    this.later(live.run.id);
  }

  private discard(live: LiveRun): void {
    live.drop();
    live.abort(new WorkAborted('set-aside'));
    this.forget(live);
  }

  private later(id: string): void {
    setTimeout(() => {
      this.attend(id);
    }, brokenAgainMs).unref();
  }
}

function failedOf(problem: Problem): RunOutcome {
  return { status: 'failed', error: WorkflowFailure.ofProblem(problem).error };
}

function signalIdIn({ kind, value }: JournalEntry): string[] {
  return kind === 'signal' ? [String((value as JsonObject)['id'])] : [];
}
