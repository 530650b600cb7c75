import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { within } from '../../../kernel/pacing/deadline.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { RunPrograms } from '../../run-programs.service.js';
import { endEvent } from '../../runs/run-event.js';
import { RunStore } from '../../runs/run-store.port.js';
import { ToldTasks } from '../../runs/told-tasks.js';
import { hasEnded, type Run, type RunOfAccount, type RunOutcome } from '../../runs/run.js';
import { WorkflowFailure } from '../../workflow-error.js';
import { failedBy } from '../failed-by.js';
import { RunStopped, WorkAborted } from '../run-stopped.js';
import { EmbeddedContext } from './embedded-context.js';
import { Replay, takenSignals, type JournalEntry } from './journal-entry.js';
import { JournalStore } from './journal-store.port.js';
import { Journal } from './journal.service.js';
import { LiveRun, type RunSurroundings } from './live-run.js';
import { RunQueue } from './run-queue.js';

/** A run that waits for less stays in memory. */
const residentMs = 3000;
/** Time that cancelled work gets to come to its end. */
const unwindMs = 500;
/** When a run is tried again that could not go on because of the database. */
const brokenAgainMs = 5000;

/** The runs that this process carries out: taken up, put aside while they wait, ended. */
@Injectable()
export class LiveRuns {
  private readonly live = new Map<string, LiveRun>();
  private readonly queue: RunQueue;
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
    usage: AccountUsage,
  ) {
    this.queue = new RunQueue(
      {
        load: ({ run: { id }, fresh: known }) => this.load(id, known),
        failed: (run, error) => {
          this.logger.error('workflow.not-taken-up', { runId: run.id, error });
          this.later(run);
        },
        askedAgain: (run) => {
          this.attend(run);
        },
        isLive: (id) => this.live.has(id),
        liveRuns: () => [...this.live.values()],
      },
      {
        hasRoom: (accountId) => usage.hasRoom('runs', accountId),
        take: (accountId) => usage.take('runs', accountId),
      },
      this.config.values.RUNS_AT_ONCE,
    );
    this.around = {
      now: () => this.clock.now(),
      write: (write) => this.journal.write(write),
      listSignals: (runId) => this.store.listSignals(runId),
      mayBegin: () => (this.stopping ? new Promise<never>(() => undefined) : Promise.resolve()),
      onIdle: (live, until) => {
        this.unlessBroken(live, this.putAside(live, until));
      },
      onStep: () => {
        this.queue.next();
      },
      onBroken: (live, error) => {
        this.broken(live, error);
      },
    };
  }

  /** How many runs are in memory. */
  get size(): number {
    return this.live.size + this.queue.loadingCount;
  }

  /** Takes up a run that has just been made or is tried again. */
  begin(run: Run): void {
    this.enqueue(run, run.attempt === 1 ? run : undefined);
  }

  /** Something happened to a run, or its time has come. */
  attend(run: RunOfAccount): void {
    const live = this.live.get(run.id);
    if (live === undefined) this.enqueue(run, undefined);
    else this.unlessBroken(live, this.news(live));
  }

  /** Ends a run that is to stop, together with the calls under way. */
  async cancel(run: RunOfAccount): Promise<void> {
    const live = this.live.get(run.id);
    if (live === undefined) {
      await this.queue.instead(run, () => this.endAway(run));
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
      this.queue.left(live.run.id);
    }
    this.live.clear();
  }

  private enqueue(run: RunOfAccount, fresh: Run | undefined): void {
    if (!this.stopping && this.journal.writable) this.queue.add({ run, fresh });
  }

  /** A run that is not in memory needs no place to end. */
  private async endAway({ id: runId }: RunOfAccount): Promise<void> {
    const run = await this.store.find(runId);
    if (run === undefined || hasEnded(run)) return;
    const outcome = { status: 'cancelled' } as const;
    const { type, data } = endEvent(outcome);
    const at = this.clock.now();
    const seq = (await this.store.lastSeq(runId)) + 1;
    await this.journal.write({
      ...{ runId, entries: [], events: [{ runId, seq, type, at, data: { runId, ...data } }] },
      change: { ...outcome, endedAt: at, wakeAt: null },
    });
  }

  private async load(id: string, fresh: Run | undefined): Promise<void> {
    if (fresh !== undefined) {
      this.carryOut(await this.revive(fresh, [], new ToldTasks()));
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
    const run = await this.store.find(id);
    if (run === undefined) return;
    if (hasEnded(run)) {
      await this.store.update(id, { wakeAt: null });
      return;
    }
    const [entries, told] = await Promise.all([this.journals.list(id), ToldTasks.of(id, this.store)]);
    if (run.cancelledAt !== null) {
      await this.end(await this.revive(run, entries, told), { status: 'cancelled' });
      return;
    }
    const recoveries = run.status === 'running' ? run.recoveries + 1 : run.recoveries;
    const live = await this.revive({ ...run, recoveries }, entries, told);
    if (recoveries > this.config.values.RUN_RECOVERIES) {
      await this.end(live, failedBy(new Problem('run-crashed')));
      return;
    }
    live.record([], [], { status: 'running', wakeAt: null, recoveries });
    await live.flushed();
    this.carryOut(live);
  }

  private async revive(run: Run, entries: readonly JournalEntry[], told: ToldTasks): Promise<LiveRun> {
    const live = new LiveRun(
      run,
      await this.programs.load(run),
      new Replay(entries),
      takenSignals(entries),
      { seq: told.lastSeq, place: entries.at(-1)?.place ?? 0 },
      this.around,
      told,
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
      if (error instanceof RunStopped) return failedBy(error.problem);
      if (error instanceof WorkAborted)
        return error.why === 'cancelled' ? { status: 'cancelled' } : undefined;
      if (!live.over) this.logger.error('workflow.failed', { runId: live.run.id, error });
      return failedBy(new Problem('internal-error'));
    }
  }

  private async end(live: LiveRun, outcome: RunOutcome): Promise<void> {
    if (live.over) return;
    live.record([], [endEvent(outcome)], { ...outcome, endedAt: this.clock.now(), wakeAt: null });
    const written = live.flushed();
    live.drop();
    await written.catch(() => {
      this.later(live.run);
    });
    this.forget(live);
  }

  private forget(live: LiveRun): void {
    if (this.live.get(live.run.id) === live) {
      this.live.delete(live.run.id);
      this.queue.left(live.run.id);
    }
    this.queue.next();
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
    else if (run.cancelledAt !== null) await this.cancel(run);
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
    this.later(live.run);
  }

  private discard(live: LiveRun): void {
    live.drop();
    live.abort(new WorkAborted('set-aside'));
    this.forget(live);
  }

  private later(run: RunOfAccount): void {
    setTimeout(() => {
      this.attend(run);
    }, brokenAgainMs).unref();
  }
}
