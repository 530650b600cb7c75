import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/id.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import type { RunEvent } from '../../runs/run-event.js';
import type { Run } from '../../runs/run.js';
import { Executions } from '../execution/executions.service.js';
import { hasPlace, type Placed } from '../places.js';
import { DispatchedRuns, type KnownRun } from './dispatched-runs.service.js';
import { LeaseStore } from './lease-store.port.js';
import { RunDispatcher } from './run-dispatcher.port.js';
import type { OwnedOrder } from './run-order.js';
import { WorkerStore } from './worker-store.port.js';

/** Says which process gets a run: this one, as long as it has room, or whichever has room first. */
@Injectable()
export class RunAllotment {
  private heart: NodeJS.Timeout | undefined;
  /** Runs that are being begun here and are not in memory yet. */
  private readonly beginning = new Set<Placed>();

  constructor(
    private readonly dispatcher: RunDispatcher,
    private readonly dispatched: DispatchedRuns,
    private readonly executions: Executions,
    private readonly leases: LeaseStore,
    private readonly workers: WorkerStore,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly usage: AccountUsage,
  ) {}

  get workerId(): string {
    return this.dispatcher.workerId;
  }

  /** From now on this process carries out runs, and says that it lives. */
  async launch(): Promise<void> {
    if (this.dispatcher.launched && this.heart !== undefined) return;
    await this.dispatcher.launch((order) => this.dispatched.carryOut(order));
    if (this.heart !== undefined) return;
    await this.workers.beat(this.workerId);
    this.heart = setInterval(() => {
      // Whoever cannot say that it lives is taken for dead, and its runs notice when they write.
      this.workers.beat(this.workerId).catch(() => undefined);
    }, this.config.values.WORKFLOW_WORKER_TIMEOUT_MS / 5).unref();
  }

  /** Gives what is under way to the other processes. */
  async leave(): Promise<void> {
    const { launched } = this.dispatcher;
    await this.dispatcher.stop();
    clearInterval(this.heart);
    if (launched) await this.workers.leave(this.workerId).catch(() => undefined);
  }

  /** Writes a new run down and begins with it here; `false`, and nothing is done, when there is no room for it. */
  async begin(run: Run, first: RunEvent): Promise<boolean> {
    if (!(await this.isLaunched(run.id)) || !this.hasRoom(run.accountId)) return false;
    const onTakenUp = this.placed(run.accountId);
    const token = newId('tok');
    try {
      await this.leases.begin(run, first, { workerId: this.workerId, token });
    } catch (error) {
      onTakenUp();
      throw error;
    }
    this.carryOut(orderOf(run), { fresh: run, token, onTakenUp });
    return true;
  }

  /**
   * Begins with a run that is written down, or leaves it to others: runs of accounts that have few of them come before the others. One that
   * cannot be given away now is found by the upkeep of some process. `fresh`: it has just been made.
   */
  async give(order: OwnedOrder, fresh?: Run): Promise<void> {
    const { accountId } = order;
    if (!(await this.isLaunched(order.runId))) return;
    if (this.hasRoom(accountId)) {
      this.carryOut(order, { fresh, onTakenUp: this.placed(accountId) });
      return;
    }
    const rank = this.underWay().filter((run) => run.accountId === accountId).length;
    await this.dispatcher.enqueue(order, rank).catch(this.notBegun(order.runId));
  }

  private async isLaunched(runId: string): Promise<boolean> {
    return this.launch().then(() => true, this.notBegun(runId));
  }

  private notBegun(runId: string): (error: unknown) => false {
    return (error) => {
      this.logger.warn('workflow.not-begun', { runId, error });
      return false;
    };
  }

  private hasRoom(accountId: string): boolean {
    const { RUNS_AT_ONCE } = this.config.values;
    return this.usage.hasRoom('runs', accountId) && hasPlace(accountId, this.underWay(), RUNS_AT_ONCE, []);
  }

  private underWay(): Placed[] {
    return [...this.executions.list(), ...this.beginning];
  }

  /** Takes a place until the result is called. */
  private placed(accountId: string): () => void {
    const run = { accountId, isBusy: true };
    this.beginning.add(run);
    return () => {
      this.beginning.delete(run);
    };
  }

  /** What fails of it is told where it does. */
  private carryOut(order: OwnedOrder, known: KnownRun): void {
    this.dispatched.carryOut(order, known).catch(this.notBegun(order.runId));
  }
}

/** The order that a run is as it stands. */
export function orderOf({ id: runId, dispatch, accountId }: Run): OwnedOrder {
  return { runId, dispatch, accountId };
}
