import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { hasEnded } from '../../runs/run.js';
import { Executions } from '../execution/executions.service.js';
import { failedBy } from '../failed-by.js';
import { hasPlace, type Placed } from '../places.js';
import { DispatchedRuns } from './dispatched-runs.service.js';
import { LeaseStore } from './lease-store.port.js';
import { RunDispatcher } from './run-dispatcher.port.js';
import { orderId, runIdOf, type OwnedOrder } from './run-order.js';
import { WorkerStore } from './worker-store.port.js';

const lookEveryMs = 500;
const dueAtOnce = 200;
/** Runs that are under way for so long and that no process has are given away anew. */
const orphanMs = 10_000;
const orphansEveryMs = 10_000;
const runsAtOnce = 500;
/** How soon a process that had nothing to do with runs so far lends a hand. */
const helpEveryMs = 2000;
/** Signals between processes may be lost; this is when runs look by themselves. */
const lookAroundMs = 5000;
/** What is known of ended orders is of no use any more. */
const forgetEveryMs = 60_000;
const forgetAfterMs = 600_000;

/** Keeps runs going: wakes those whose time has come, takes over from processes that died, forgets what is over. */
@Injectable()
export class RunUpkeep {
  private timer: NodeJS.Timeout | undefined;
  private heart: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** Runs that are being begun here and are not in memory yet. */
  private readonly beginning = new Set<Placed>();
  private ended = false;
  private readonly lastTimes = new Map<string, number>();

  constructor(
    private readonly dispatcher: RunDispatcher,
    private readonly dispatched: DispatchedRuns,
    private readonly executions: Executions,
    private readonly leases: LeaseStore,
    private readonly workers: WorkerStore,
    private readonly runs: RunStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly usage: AccountUsage,
  ) {}

  begin(): void {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, lookEveryMs).unref();
  }

  end(): void {
    this.ended = true;
    clearInterval(this.timer);
  }

  /** Gives what is under way to the other processes. */
  async leave(): Promise<void> {
    await this.looking;
    const { launched, workerId } = this.dispatcher;
    await this.dispatcher.stop();
    clearInterval(this.heart);
    if (launched) await this.workers.leave(workerId).catch(() => undefined);
  }

  /**
   * Begins with a run here, or leaves it to whoever has room first: runs of accounts that have few of them come before the others. One that
   * cannot be given away now is found by the upkeep of some process.
   */
  async give(order: OwnedOrder): Promise<void> {
    try {
      await this.launch();
      await this.giveNow(order);
    } catch (error) {
      this.logger.warn('workflow.not-begun', { runId: order.runId, error });
    }
  }

  /** Gives away runs that nobody has: their process died between writing them down and giving them away, or it was of an older version. */
  async adoptOrphans(): Promise<void> {
    const before = this.clock.now() - orphanMs;
    let after = '';
    for (;;) {
      const running = await this.leases.listRunning(before, after, runsAtOnce);
      if (running.length === 0) return;
      await this.launch();
      const states = await this.dispatcher.states(running.map(orderId));
      for (const order of running) {
        const state = states.get(orderId(order));
        const orphan = state === 'ended' ? await this.leases.renew(order) : order;
        if (state !== 'open' && orphan !== undefined) await this.give(orphan);
      }
      after = running.at(-1)?.runId ?? after;
    }
  }

  private async giveNow(order: OwnedOrder): Promise<void> {
    const { accountId } = order;
    const runs = [...this.executions.list(), ...this.beginning];
    const hasRoom = this.usage.hasRoom('runs', accountId);
    if (!hasRoom || !hasPlace(accountId, runs, this.config.values.RUNS_AT_ONCE, [])) {
      await this.dispatcher.enqueue(order, runs.filter((run) => run.accountId === accountId).length);
      return;
    }
    const beginning = { accountId, isBusy: true };
    this.beginning.add(beginning);
    try {
      await this.dispatcher.begin(order);
    } finally {
      this.beginning.delete(beginning);
    }
  }

  private async launch(): Promise<void> {
    if (this.dispatcher.launched && this.heart !== undefined) return;
    await this.dispatcher.launch((order) => this.dispatched.carryOut(order));
    if (this.heart !== undefined) return;
    await this.workers.beat(this.dispatcher.workerId);
    this.heart = setInterval(() => {
      // Whoever cannot say that it lives is taken for dead, and its runs notice when they write.
      this.workers.beat(this.dispatcher.workerId).catch(() => undefined);
    }, this.config.values.WORKFLOW_WORKER_TIMEOUT_MS / 5).unref();
  }

  /** Never rejects: a database that is away comes back. */
  private async look(): Promise<void> {
    try {
      await this.wakeDue();
      const silentMs = this.config.values.WORKFLOW_WORKER_TIMEOUT_MS;
      await this.every('silent', silentMs / 5, () => this.takeOver(silentMs));
      await this.every('help', helpEveryMs, () => this.help());
      await this.every('orphans', orphansEveryMs, () => this.adoptOrphans());
      await this.every('around', lookAroundMs, () => this.dispatched.look());
      if (this.dispatcher.launched)
        await this.every('forget', forgetEveryMs, () =>
          this.dispatcher.forgetEnded(this.clock.now() - forgetAfterMs),
        );
    } catch (error) {
      if (Problem.from(error).code !== 'database-unavailable')
        this.logger.warn('workflows.not-looked-for', { error });
      // Whoever could not speak for a while may be the one who was away: the others get time to say that they live.
      this.lastTimes.set('silent', performance.now());
    }
  }

  private async every(what: string, ms: number, work: () => Promise<void>): Promise<void> {
    const now = performance.now();
    const last = this.lastTimes.get(what);
    if (last !== undefined && now - last < ms) return;
    this.lastTimes.set(what, now);
    await work();
  }

  private async wakeDue(): Promise<void> {
    if (this.ended) return;
    for (const order of await this.leases.wakeDue(this.clock.now(), dueAtOnce)) await this.give(order);
  }

  /** A run of a process that died goes to whoever has room; one that kills one process after the other is given up. */
  private async takeOver(silentMs: number): Promise<void> {
    for (;;) {
      const silent = await this.workers.takeSilent(silentMs);
      if (silent === undefined) return;
      await this.launch();
      if (silent.id === this.dispatcher.workerId) continue;
      for (;;) {
        const ids = await this.dispatcher.listPending(silent.id);
        if (ids.length === 0) break;
        if (!silent.left) for (const runId of new Set(ids.map(runIdOf))) await this.countRecovery(runId);
        await this.dispatcher.resume(ids);
        this.logger.info('workflows.taken-over', { workerId: silent.id, runs: ids.length });
      }
      await this.workers.forget(silent.id);
    }
  }

  private async countRecovery(runId: string): Promise<void> {
    const run = await this.runs.find(runId);
    if (run === undefined || hasEnded(run)) return;
    const recoveries = run.recoveries + 1;
    if (recoveries > this.config.values.RUN_RECOVERIES)
      await this.executions.endAway(runId, failedBy(new Problem('run-crashed')));
    else await this.runs.update(runId, { recoveries });
  }

  private async help(): Promise<void> {
    if (this.dispatcher.launched) return;
    if ((await this.leases.listRunning(this.clock.now(), '', 1)).length > 0) await this.launch();
  }
}
