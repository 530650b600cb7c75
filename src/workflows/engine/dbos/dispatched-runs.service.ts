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
import { RunDispatcher } from './run-dispatcher.port.js';
import type { RunOrder } from './run-order.js';

const runsAtOnce = 200;
/** When a run is taken up anew that could not go on because of the database. */
const brokenAgainMs = 5000;

/** What is known of a run beside its order. */
export interface KnownRun {
  /** One that has just been made: nothing of it need be read. */
  readonly fresh?: Run | undefined;
  /** Of the lease that this process has on it. */
  readonly token?: string | undefined;
  /** Hears when it is in memory, or will not be. */
  readonly onTakenUp?: (() => void) | undefined;
}

/** Carries out the runs that this process is given, each under a lease, and hears of what happens to them in other processes. */
@Injectable()
export class DispatchedRuns {
  /** Those that are being taken up. */
  private readonly loading = new Set<string>();

  constructor(
    private readonly dispatcher: RunDispatcher,
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

  /** Whether the run is in memory, or about to be. */
  has(runId: string): boolean {
    return this.loading.has(runId) || this.executions.find(runId) !== undefined;
  }

  /** Settles when there is nothing left to do for the order here; never when the process stops, so that another one is given it. */
  async carryOut(order: RunOrder, known: KnownRun = {}): Promise<void> {
    let { fresh, token } = known;
    for (;;) {
      const why = await this.carryOutOnce(order, { ...known, fresh, token }, (held) => (token = held));
      if (why === 'stopped') return forever();
      if (why !== 'broken') return;
      // What it has written by now is read.
      fresh = undefined;
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
    { fresh, token: held, onTakenUp }: KnownRun,
    onHeld: (token: string) => void,
  ): Promise<LeftBecause | 'stopped'> {
    this.loading.add(order.runId);
    const takenUp = () => {
      this.loading.delete(order.runId);
      onTakenUp?.();
    };
    try {
      if (this.executions.isStopping()) return 'stopped';
      const token = fresh === undefined ? undefined : held;
      const lease = token ?? (await this.claimed(order, held));
      if (lease === undefined) return 'lost';
      onHeld(lease);
      const run = fresh ?? (await this.store.find(order.runId));
      if (run === undefined) return 'ended';
      if (run.cancelledAt === null) return await this.execute(run, run === fresh, lease, takenUp);
      await this.executions.endAway(run.id, { status: 'cancelled' });
      return 'ended';
    } catch (error) {
      // What breaks because this process ends is nobody's failure: another one takes it up.
      if (this.executions.isStopping()) return 'stopped';
      this.logger.error('workflow.not-taken-up', { runId: order.runId, error });
      return 'broken';
    } finally {
      takenUp();
    }
  }

  /** The token of a new lease on the run; undefined when there is nothing left to do for the order. */
  private async claimed(order: RunOrder, previous: string | undefined): Promise<string | undefined> {
    const holder = { token: newId('tok'), workerId: this.dispatcher.workerId };
    const isHeld = await this.journal.throughOutages(() => this.leases.claim(order, holder, previous));
    return isHeld ? holder.token : undefined;
  }

  private async execute(
    run: Run,
    isNew: boolean,
    token: string,
    onTakenUp: () => void,
  ): Promise<LeftBecause> {
    const release = this.usage.take('runs', run.accountId);
    try {
      const execution = await this.executions.takeUp(run, isNew, { token });
      this.executions.carryOut(execution);
      onTakenUp();
      return await execution.left;
    } finally {
      release();
    }
  }
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}
