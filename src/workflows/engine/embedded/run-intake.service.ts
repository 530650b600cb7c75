import { Injectable } from '@nestjs/common';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { hasEnded, type Run, type RunOfAccount } from '../../runs/run.js';
import type { Execution } from '../execution/execution.js';
import { Executions } from '../execution/executions.service.js';
import { failedBy } from '../failed-by.js';
import { Journal } from '../journal/journal.service.js';
import { RunQueue } from './run-queue.js';

/** When a run is tried again that could not go on because of the database. */
const brokenAgainMs = 5000;

/** Which runs the one process takes up, and when. */
@Injectable()
export class RunIntake {
  private readonly queue: RunQueue;

  constructor(
    private readonly store: RunStore,
    private readonly executions: Executions,
    private readonly journal: Journal,
    private readonly config: Config,
    private readonly logger: Logger,
    usage: AccountUsage,
  ) {
    this.queue = new RunQueue(
      {
        load: ({ run: { id }, begun }) => this.load(id, begun),
        failed: (run, error) => {
          this.logger.error('workflow.not-taken-up', { runId: run.id, error });
          this.later(run);
        },
        askedAgain: (run) => {
          this.attend(run);
        },
        isLive: (id) => executions.find(id) !== undefined,
        liveRuns: () => executions.list(),
      },
      {
        hasRoom: (accountId) => usage.hasRoom('runs', accountId),
        take: (accountId) => usage.take('runs', accountId),
      },
      this.config.values.RUNS_AT_ONCE,
    );
  }

  /** How many runs are in memory. */
  get size(): number {
    return this.executions.size + this.queue.loadingCount;
  }

  /** Takes up a run that has just been made or is tried again. */
  begin(run: Run): void {
    this.enqueue(run, run);
  }

  /** Something happened to a run, or its time has come. */
  attend(run: RunOfAccount): void {
    const execution = this.executions.find(run.id);
    if (execution === undefined) this.enqueue(run, undefined);
    else this.executions.attend(execution);
  }

  /** Ends a run that is to stop, together with the calls under way; one that is not in memory needs no place to end. */
  async cancel(run: RunOfAccount): Promise<void> {
    const execution = this.executions.find(run.id);
    if (execution !== undefined) await this.executions.cancel(execution);
    else await this.queue.instead(run, () => this.executions.endAway(run.id, { status: 'cancelled' }));
  }

  private enqueue(run: RunOfAccount, begun: Run | undefined): void {
    if (!this.executions.isStopping() && this.journal.writable) this.queue.add({ run, begun });
  }

  private async load(id: string, begun: Run | undefined): Promise<void> {
    if (begun?.attempt === 1) {
      this.executions.carryOut(await this.takeUp(begun, true));
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
    const run = await this.store.find(id);
    if (run === undefined) return;
    const isInterrupted = run.status === 'running' && begun === undefined;
    const recoveries = run.recoveries + Number(isInterrupted);
    if (hasEnded(run)) await this.store.update(id, { wakeAt: null });
    else if (run.cancelledAt !== null) await this.executions.endAway(id, { status: 'cancelled' });
    else if (recoveries > this.config.values.RUN_RECOVERIES)
      await this.executions.endAway(id, failedBy(new Problem('run-crashed')));
    else {
      const execution = await this.takeUp({ ...run, recoveries }, false);
      execution.record([], [], { status: 'running', wakeAt: null, recoveries });
      await execution.flushed();
      this.executions.carryOut(execution);
    }
  }

  private async takeUp(run: Run, isNew: boolean): Promise<Execution> {
    const onStep = () => {
      this.queue.next();
    };
    const execution = await this.executions.takeUp(run, isNew, { onStep });
    void execution.left.then((why) => {
      this.queue.left(run.id);
      this.queue.next();
      if (why === 'broken') this.later(run);
    });
    return execution;
  }

  private later(run: RunOfAccount): void {
    setTimeout(() => {
      this.attend(run);
    }, brokenAgainMs).unref();
  }
}
