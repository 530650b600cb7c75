import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/id.js';
import { Signals } from '../../../platform/database/signals.js';
import { Logger } from '../../../platform/logging/logger.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { Run } from '../../runs/run.js';
import type { LeftBecause } from '../execution/execution.js';
import { Executions } from '../execution/executions.service.js';
import { Journal } from '../journal/journal.service.js';
import { LeaseStore } from './lease-store.port.js';
import type { RunOrder } from './run-order.js';

const runsAtOnce = 200;
/** When a run is taken up anew that could not go on because of the database. */
const brokenAgainMs = 5000;

/** Carries out the runs that this process is given, each under a lease, and hears of what happens to them in other processes. */
@Injectable()
export class DispatchedRuns {
  /** Those that have just been made here: nothing of them need be read. */
  private readonly fresh = new Map<string, Run>();

  constructor(
    private readonly executions: Executions,
    private readonly leases: LeaseStore,
    private readonly store: RunStore,
    private readonly journal: Journal,
    private readonly signals: Signals,
    private readonly usage: AccountUsage,
    private readonly logger: Logger,
  ) {
    signals.on('run', (runId) => void this.look([runId]).catch(() => undefined));
  }

  /** Does `work`, which gives the run to some process: when it is this one, it begins with what is known here. */
  async during(run: Run, work: () => Promise<void>): Promise<void> {
    if (run.dispatch === 1) this.fresh.set(run.id, run);
    try {
      await work();
    } finally {
      // Whoever takes it up later, here or elsewhere, reads.
      this.fresh.delete(run.id);
    }
  }

  /** Settles when there is nothing left to do for the order here; never when the process stops, so that another one is given it. */
  async carryOut(order: RunOrder): Promise<void> {
    let held: string | undefined;
    for (;;) {
      const token = newId('tok');
      const why = await this.carryOutOnce(order, token, held, () => (held = token));
      if (why === 'stopped') return forever();
      if (why !== 'broken') return;
      await new Promise((resolve) => setTimeout(resolve, brokenAgainMs).unref());
    }
  }

  /** Something happened to a run: this process looks what it was, and so do the others. */
  async tell(runId: string): Promise<void> {
    await Promise.all([this.signals.send('run', runId), this.look([runId])]);
  }

  /** Looks what has become of runs: of all of them when signals may have been lost. */
  async look(runIds: readonly string[] = this.executions.list().map(({ run }) => run.id)): Promise<void> {
    const here = runIds.flatMap((id) => this.executions.find(id) ?? []);
    for (let start = 0; start < here.length; start += runsAtOnce) {
      const some = here.slice(start, start + runsAtOnce);
      const leases = some.map(({ run: { id: runId }, token = '' }) => ({ runId, token }));
      const held = new Map((await this.leases.listHeld(leases)).map((run) => [run.id, run]));
      for (const execution of some) {
        const run = held.get(execution.run.id);
        if (execution.over) continue;
        if (run === undefined) this.executions.discard(execution, 'lost');
        else if (run.isCancelled) this.executions.attend(execution);
        else execution.notify();
      }
    }
  }

  private async carryOutOnce(
    order: RunOrder,
    token: string,
    previous: string | undefined,
    onHeld: () => void,
  ): Promise<LeftBecause | 'stopped'> {
    if (this.executions.isStopping()) return 'stopped';
    try {
      const fresh = this.fresh.get(order.runId);
      this.fresh.delete(order.runId);
      const isHeld = await this.journal.throughOutages(() => this.leases.claim(order, token, previous));
      if (!isHeld) return 'lost';
      onHeld();
      const run = fresh ?? (await this.store.find(order.runId));
      if (run === undefined) return 'ended';
      if (run.cancelledAt === null) return await this.execute(run, run === fresh, token);
      await this.executions.endAway(run.id, { status: 'cancelled' });
      return 'ended';
    } catch (error) {
      // What breaks because this process ends is nobody's failure: another one takes it up.
      if (this.executions.isStopping()) return 'stopped';
      this.logger.error('workflow.not-taken-up', { runId: order.runId, error });
      return 'broken';
    }
  }

  private async execute(run: Run, isNew: boolean, token: string): Promise<LeftBecause> {
    const release = this.usage.take('runs', run.accountId);
    try {
      const execution = await this.executions.takeUp(run, isNew, { token });
      this.executions.carryOut(execution);
      return await execution.left;
    } finally {
      release();
    }
  }
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}
