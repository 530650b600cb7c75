import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { newId } from '../../../kernel/id.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Logger } from '../../../platform/logging/logger.js';
import { RunPrograms } from '../../run-programs.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { ToldTasks } from '../../runs/told-tasks.js';
import { hasEnded, type Run, type RunOutcome } from '../../runs/run.js';
import { WorkflowFailure } from '../../workflow-error.js';
import { Replay } from '../embedded/journal-entry.js';
import { JournalStore } from '../embedded/journal-store.port.js';
import { failedBy } from '../failed-by.js';
import { RunStopped, WorkAborted } from '../run-stopped.js';
import { DbosContext } from './dbos-context.js';
import { forever, LocalStrand, type StrandSurroundings } from './local-strand.js';
import { LocalStrands } from './local-strands.service.js';
import { RunSuspended } from './run-suspended.js';
import { StrandJournal } from './strand-journal.service.js';
import { StrandRuntime } from './strand-runtime.port.js';
import { StrandStopped } from './strand-stopped.js';
import { strandId, type StrandEnd, type StrandOrder } from './strand.js';

/** Carries out strands in this process: whole runs and branches of them. */
@Injectable()
export class Strands {
  private readonly around: StrandSurroundings;

  constructor(
    private readonly runs: RunStore,
    private readonly journals: JournalStore,
    private readonly journal: StrandJournal,
    private readonly programs: RunPrograms,
    private readonly runtime: StrandRuntime,
    private readonly local: LocalStrands,
    private readonly logger: Logger,
    clock: Clock,
  ) {
    this.around = {
      journal,
      now: () => clock.now(),
      once: (key, work) => runtime.once(key, work),
      mayBegin: () => (local.stopping ? forever() : Promise.resolve()),
      listSignals: (runId) => journal.throughOutages(() => runs.listSignals(runId)),
      listNews: (runId) => journal.throughOutages(() => local.listNews(runId)),
      suspend: (strand, wait) => journal.throughOutages(() => local.suspend(strand, wait)),
      branch: async (order) => (await runtime.begin(order)).end,
      listEnds: (ids) => runtime.ends(ids),
      wakeBranch: (parent, order) =>
        journal.whileHeld(parent.hold, async () => {
          // When it could not be woken just now, its parent finds it waiting still.
          await runtime.wake(strandId(order)).catch(() => false);
        }),
      closeBranches: (runId, ids) => local.close(runId, ids),
    };
  }

  /** Rejects only with what says that another process has the strand now. */
  async carryOut(order: StrandOrder): Promise<StrandEnd> {
    if (this.local.stopping) return forever();
    const strand = await this.journal
      .throughOutages(() => this.take(order))
      .catch((error: unknown) => {
        if (this.local.stopping) return forever();
        this.logger.error('workflow.not-taken-up', { runId: order.runId, error });
        throw error;
      });
    if (strand === undefined) return { status: 'ended' };
    const end = await this.local.during(strand, async () => {
      const end = await this.endOf(strand, order);
      await strand.tellAll();
      return end;
    });
    if (order.branch !== undefined) return end;
    await this.finish(strand, end);
    return end.status === 'waiting' ? end : { status: 'ended' };
  }

  /** Ends a run without carrying it out. */
  giveUp(order: StrandOrder, problem: Problem): Promise<boolean> {
    return this.journal.finish(strandId(order), failedBy(problem));
  }

  private async take(order: StrandOrder): Promise<LocalStrand | undefined> {
    const { runId, attempt } = order;
    const hold = { id: strandId(order), rootId: strandId({ runId, attempt }), runId, token: newId('tok') };
    const claimed = await this.journal.claim(hold);
    const run = claimed === undefined ? undefined : await this.runs.find(runId);
    if (claimed === undefined || run === undefined) return undefined;
    if (run.cancelledAt !== null) {
      await this.journal.finish(hold.rootId, { status: 'cancelled' });
      return undefined;
    }
    const isNew = claimed.fresh && attempt === 1;
    const known = isNew ? [] : await this.journals.list(runId);
    const told = isNew ? new ToldTasks() : await ToldTasks.of(runId, this.runs);
    const program = await this.programs.load(run);
    const memory = new Replay(known);
    const strand = new LocalStrand(hold, run, program, memory, this.around, told, order.branch?.key);
    if (strand.isRoot && run.status === 'waiting')
      await strand.write({ change: { status: 'running', wakeAt: null } });
    return strand;
  }

  private async endOf(strand: LocalStrand, { branch }: StrandOrder): Promise<StrandEnd> {
    const context = new DbosContext(strand);
    try {
      const output =
        branch === undefined
          ? await strand.program.run(context)
          : await strand.program.branch(branch.program, context);
      return { status: 'completed', output };
    } catch (error) {
      return this.failure(strand, strand.signal.aborted ? strand.signal.reason : error);
    }
  }

  private async failure({ run }: LocalStrand, error: unknown): Promise<StrandEnd> {
    if (error instanceof RunSuspended) return { status: 'waiting', wait: error.wait };
    if (error instanceof WorkflowFailure) return { status: 'failed', error: error.error };
    if (error instanceof StrandStopped) return { status: 'stopped', error: error.error };
    if (error instanceof RunStopped) return stoppedBy(error.problem);
    if (error instanceof WorkAborted) return error.why === 'set-aside' ? forever() : { status: 'ended' };
    if (this.runtime.isTakenOver(error)) throw error;
    // What breaks because this process ends is nobody's failure: another one takes it up.
    if (this.local.stopping) return forever();
    this.logger.error('workflow.failed', { runId: run.id, error });
    return stoppedBy(new Problem('internal-error'));
  }

  private async finish({ hold, run }: LocalStrand, end: StrandEnd): Promise<void> {
    const outcome = end.status === 'ended' ? await this.cancelled(run) : outcomeOf(end);
    if (outcome !== undefined) await this.journal.finish(hold.rootId, outcome);
  }

  private async cancelled({ id }: Run): Promise<RunOutcome | undefined> {
    const run = await this.runs.find(id);
    return run === undefined || hasEnded(run) || run.cancelledAt === null
      ? undefined
      : { status: 'cancelled' };
  }
}

function outcomeOf(end: StrandEnd): RunOutcome | undefined {
  if (end.status === 'completed') return end;
  return 'error' in end ? { status: 'failed', error: end.error } : undefined;
}

function stoppedBy(problem: Problem): StrandEnd {
  return { status: 'stopped', error: WorkflowFailure.ofProblem(problem).error };
}
