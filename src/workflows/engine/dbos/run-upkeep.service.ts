import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Executions } from '../execution/executions.service.js';
import { failedBy } from '../failed-by.js';
import { DispatchedRuns } from './dispatched-runs.service.js';
import { LeaseStore, type LooseRun } from './lease-store.port.js';
import { RunAllotment } from './run-allotment.service.js';
import { RunDispatcher } from './run-dispatcher.port.js';
import { orderId } from './run-order.js';
import { WorkerStore, type SilentWorker } from './worker-store.port.js';

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
  private looking: Promise<void> | undefined;
  private ended = false;
  private readonly lastTimes = new Map<string, number>();

  constructor(
    private readonly allotment: RunAllotment,
    private readonly dispatcher: RunDispatcher,
    private readonly dispatched: DispatchedRuns,
    private readonly executions: Executions,
    private readonly leases: LeaseStore,
    private readonly workers: WorkerStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
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
    await this.allotment.leave();
  }

  /**
   * Gives away runs that nobody has: their process died between writing them down and giving them away, or lost sight of them with the
   * database, or it was of an older version.
   */
  async adoptOrphans(): Promise<void> {
    const before = this.clock.now() - orphanMs;
    let after = '';
    for (;;) {
      const loose = await this.leases.listLoose(this.allotment.workerId, before, after, runsAtOnce);
      const last = loose.at(-1);
      if (last === undefined) return;
      for (const run of await this.orphansOf(loose)) {
        const order = await this.leases.renew(run);
        if (order !== undefined) await this.allotment.give(order);
      }
      after = last.runId;
    }
  }

  private async orphansOf(loose: readonly LooseRun[]): Promise<readonly LooseRun[]> {
    const unclaimed = loose.filter(({ token }) => token === null);
    if (unclaimed.length > 0) await this.allotment.launch();
    const states = await this.dispatcher.states(unclaimed.map(orderId));
    return loose.filter((run) => {
      if (run.isOwn) return !this.dispatched.has(run.runId);
      return run.token !== null || states.get(orderId(run)) !== 'open';
    });
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
    for (const order of await this.leases.wakeDue(this.clock.now(), dueAtOnce))
      await this.allotment.give(order);
  }

  private async takeOver(silentMs: number): Promise<void> {
    for (;;) {
      const silent = await this.workers.takeSilent(silentMs);
      if (silent === undefined) return;
      await this.allotment.launch();
      if (silent.id === this.allotment.workerId) continue;
      const [runs, orders] = [await this.seizeRuns(silent), await this.takeOrders(silent)];
      if (runs + orders > 0) this.logger.info('workflows.taken-over', { workerId: silent.id, runs, orders });
      await this.workers.forget(silent);
    }
  }

  /** What it was carrying out begins anew somewhere; a run that kills one process after the other is given up. */
  private async seizeRuns({ id, left }: SilentWorker): Promise<number> {
    for (let count = 0; ;) {
      const runs = await this.leases.seize(id, !left, runsAtOnce);
      for (const run of runs)
        if (run.recoveries > this.config.values.RUN_RECOVERIES)
          await this.executions.endAway(run.runId, failedBy(new Problem('run-crashed')));
        else await this.allotment.give(run);
      count += runs.length;
      if (runs.length < runsAtOnce) return count;
    }
  }

  /** What it had taken out of the queue goes back there; of what it had begun with nothing is left to do. */
  private async takeOrders({ id }: SilentWorker): Promise<number> {
    for (let count = 0; ;) {
      const ids = await this.dispatcher.listPending(id);
      if (ids.length === 0) return count;
      await this.dispatcher.resume(ids);
      count += ids.length;
    }
  }

  private async help(): Promise<void> {
    if (!this.dispatcher.launched && (await this.leases.hasUnclaimed())) await this.allotment.launch();
  }
}
