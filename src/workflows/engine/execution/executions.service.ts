import { Injectable } from '@nestjs/common';
import { BeginTurns } from '../../../kernel/pacing/begin-turns.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { within } from '../../../kernel/pacing/deadline.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Logger } from '../../../platform/logging/logger.js';
import { EventWaits } from '../../events/event-waits.service.js';
import { RunPrograms } from '../run-programs.service.js';
import { endEvent } from '../../runs/run-event.js';
import { RunBounds } from '../../runs/run-bounds.service.js';
import { RunFeed } from '../../runs/run-feed.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { ToldTasks } from '../../runs/told-tasks.js';
import type { Run, RunOutcome } from '../../runs/run.js';
import { WorkflowFailure } from '../../interpreter/workflow-error.js';
import { failedBy } from '../failed-by.js';
import { FamilyNews } from '../../children/family-news.service.js';
import { JournalStore } from '../journal/journal-store.port.js';
import { Journal, LeaseLost } from '../journal/journal.service.js';
import { RunStopped, WorkAborted } from '../run-stopped.js';
import { ExecutionContext } from './execution-context.js';
import { Execution, type ExecutionStart, type ExecutionSurroundings, type LeftBecause } from './execution.js';

/** A run that waits for less stays in memory. */
const residentMs = 3000;
/** Steps that begin in one turn of the event loop. */
const stepsPerTurn = 4;
/** Time that cancelled work gets to come to its end. */
const unwindMs = 500;

/** The runs that this process carries out: taken up, put aside while they wait, ended. */
@Injectable()
export class Executions {
  private readonly live = new Map<string, Execution>();
  private stopping = false;
  private readonly turns = new BeginTurns(stepsPerTurn);
  private readonly around: ExecutionSurroundings;

  constructor(
    private readonly store: RunStore,
    private readonly journals: JournalStore,
    private readonly journal: Journal,
    private readonly programs: RunPrograms,
    private readonly feed: RunFeed,
    private readonly family: FamilyNews,
    private readonly waits: EventWaits,
    private readonly bounds: RunBounds,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.around = {
      now: () => this.clock.now(),
      write: (write) => this.journal.write(write),
      hurry: () => {
        this.journal.hurry();
      },
      listSignals: (runId) => this.journal.throughOutages(() => this.store.listSignalNames(runId)),
      findSignals: (ids) => this.journal.throughOutages(() => this.store.findSignals(ids)),
      throughOutages: (work) => this.journal.throughOutages(work),
      awaitEvents: (run, key, awaited) =>
        this.journal.throughOutages(() => this.waits.begin(run, key, awaited)),
      forgetEvents: (run, key, taken) => this.journal.throughOutages(() => this.waits.end(run, key, taken)),
      mayBegin: async (accountId) => {
        await this.turns.take(accountId);
        if (this.stopping) await new Promise<never>(() => undefined);
      },
      grew: (run, total, more) => this.bounds.grew(run, total, more),
      onOutgrown: (execution, problem) => {
        this.unlessBroken(execution, this.stop(execution, problem));
      },
      onIdle: (execution, until) => {
        this.unlessBroken(execution, this.putAside(execution, until));
      },
      onBroken: (execution, error) => {
        this.broken(execution, error);
      },
    };
  }

  get size(): number {
    return this.live.size;
  }

  isStopping(): boolean {
    return this.stopping;
  }

  list(): readonly Execution[] {
    return [...this.live.values()];
  }

  find(runId: string): Execution | undefined {
    return this.live.get(runId);
  }

  /** Has a run in memory, with all that earlier processes have left of it unless it is new. */
  async takeUp(
    run: Run,
    isNew: boolean,
    how: Pick<ExecutionStart, 'token' | 'onStep'> = {},
  ): Promise<Execution> {
    const [entries, told] = isNew
      ? [[], new ToldTasks()]
      : await Promise.all([this.journals.list(run.id), ToldTasks.of(run.id, this.store)]);
    const program = await this.programs.load(run);
    const before = this.live.get(run.id);
    if (before !== undefined) this.discard(before, 'lost');
    const execution = new Execution({ run, program, entries, told, ...how }, this.around);
    this.live.set(run.id, execution);
    return execution;
  }

  carryOut(execution: Execution): void {
    void this.outcomeOf(execution).then((outcome) =>
      outcome === undefined ? undefined : this.end(execution, outcome),
    );
  }

  /** Somebody has left something for the run in the database: a signal, or the wish that it stops. */
  attend(execution: Execution): void {
    // It does not leave memory before it is known what has come.
    execution.moves++;
    this.unlessBroken(execution, this.news(execution));
  }

  /** Ends a run that is to stop, together with the calls under way. */
  cancel(execution: Execution): Promise<void> {
    return this.stop(execution);
  }

  /** Ends a run by a problem, wherever it is. */
  async fail(runId: string, problem: Problem): Promise<void> {
    const execution = this.live.get(runId);
    if (execution === undefined) await this.endAway(runId, failedBy(problem));
    else await this.stop(execution, problem);
  }

  /** Ends a run that is not in memory here; one that has ended stays as it is. */
  async endAway(runId: string, outcome: RunOutcome): Promise<void> {
    const { type, data } = endEvent(outcome);
    const event = { runId, type, at: this.clock.now(), data: { runId, ...data } };
    const ended = await this.journal.throughOutages(() => this.store.end(runId, outcome, event));
    if (ended === undefined) return;
    this.feed.publish([ended]);
    this.family.ended(runId);
  }

  /** Lets go of a run that another process has, or that is to be taken up anew. */
  discard(execution: Execution, why: LeftBecause): void {
    execution.drop();
    execution.abort(new WorkAborted('set-aside'));
    this.forget(execution, why);
  }

  /** From now on no step begins. */
  stopBeginning(): void {
    this.stopping = true;
  }

  /** Lets steps under way end, for `withinMs` at most, and lets go of all runs; the next process takes them up. */
  async setAside(withinMs: number): Promise<void> {
    this.stopping = true;
    const deadline = performance.now() + withinMs;
    while (this.list().some(({ working }) => working > 0) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const execution of this.list()) {
      // It did not die over this one.
      if (execution.run.recoveries > 0) execution.record([], [], { recoveries: 0 });
      execution.abort(new WorkAborted('set-aside'));
    }
    await this.journal.stop();
    for (const execution of this.list()) execution.drop();
    this.live.clear();
  }

  /** `undefined` when the run has not ended: it goes on another time, or in another process. */
  private async outcomeOf(execution: Execution): Promise<RunOutcome | undefined> {
    try {
      const context = new ExecutionContext(execution, execution.cancellation.signal);
      return { status: 'completed', output: await execution.program.run(context) };
    } catch (error) {
      if (error instanceof WorkflowFailure) return { status: 'failed', error: error.error };
      if (error instanceof RunStopped) return failedBy(error.problem);
      if (error instanceof WorkAborted)
        return error.why === 'cancelled' ? stoppedBy(error.problem) : undefined;
      if (await this.isGone(execution)) this.discard(execution, 'ended');
      if (!execution.over) this.logger.error('workflow.failed', { runId: execution.run.id, error });
      return failedBy(new Problem('internal-error'));
    }
  }

  private async stop(execution: Execution, problem?: Problem): Promise<void> {
    execution.abort(new WorkAborted('cancelled', problem));
    await within(execution.left, unwindMs);
    await this.end(execution, stoppedBy(problem));
  }

  private async end(execution: Execution, reached: RunOutcome): Promise<void> {
    if (execution.over) return;
    const { outgrown } = execution;
    // It may have come to its end before it was stopped.
    const outcome = outgrown === undefined ? reached : failedBy(outgrown);
    const endedAt = this.clock.now();
    const wakeAt = execution.hasRelatives ? endedAt : null;
    execution.record([], [endEvent(outcome)], { ...outcome, endedAt, wakeAt });
    const written = execution.flushed();
    execution.drop();
    const why = await written.then(() => 'ended' as const, leftBecause);
    this.forget(execution, why);
    if (why === 'ended' && wakeAt !== null) this.family.ended(execution.run.id);
  }

  private forget(execution: Execution, why: LeftBecause): void {
    if (why === 'lost') this.logger.info('workflow.lost', { runId: execution.run.id });
    if (this.live.get(execution.run.id) === execution) this.live.delete(execution.run.id);
    execution.leaveMemory(why);
  }

  /** Every line waits: when that takes long, the run leaves memory. */
  private async putAside(execution: Execution, until: number | undefined): Promise<void> {
    if (this.stopping || (until !== undefined && until - this.clock.now() < residentMs)) return;
    const { moves } = execution;
    const departure = ++execution.departures;
    execution.record([], [], { status: 'waiting', wakeAt: until ?? null });
    await execution.flushed().catch(() => undefined);
    const news = await this.journal.throughOutages(() => this.hasNews(execution));
    // Of several that wait for the disk the last one says how the run stands: it has looked last, too.
    if (execution.over || execution.departures !== departure) return;
    if (execution.moves === moves && !news) {
      execution.drop();
      this.forget(execution, 'waiting');
      return;
    }
    execution.record([], [], { status: 'running', wakeAt: null });
    if (news) await this.news(execution);
  }

  /** Another process may have left something between our last look and our word that we wait. */
  private async hasNews(execution: Execution): Promise<boolean> {
    const { id } = execution.run;
    const [now, signals] = await Promise.all([this.store.find(id), this.store.listSignalNames(id)]);
    return now?.cancelledAt !== null || signals.some((signal) => execution.waitsFor(signal));
  }

  private async news(execution: Execution): Promise<void> {
    const run = await this.store.find(execution.run.id);
    if (run === undefined) this.discard(execution, 'ended');
    else if (run.cancelledAt !== null) await this.cancel(execution);
    else {
      execution.record([], [], { wakeAt: null });
      execution.notify();
    }
  }

  /** Whether its app has been deleted, and the run with it. */
  private async isGone(execution: Execution): Promise<boolean> {
    // The row of a new run may not be on disk yet.
    execution.record([]);
    await execution.flushed().catch(() => undefined);
    return this.store.find(execution.run.id).then(
      (run) => run === undefined,
      () => false,
    );
  }

  private unlessBroken(execution: Execution, work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!execution.over) this.broken(execution, error);
    });
  }

  private broken(execution: Execution, error: unknown): void {
    const why = leftBecause(error);
    if (why === 'broken') this.logger.warn('workflow.set-aside', { runId: execution.run.id, error });
    this.discard(execution, why);
  }
}

function stoppedBy(problem: Problem | undefined): RunOutcome {
  return problem === undefined ? { status: 'cancelled' } : failedBy(problem);
}

function leftBecause(error: unknown): LeftBecause {
  return error instanceof LeaseLost ? 'lost' : 'broken';
}
