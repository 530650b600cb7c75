import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { hasEnded } from '../../runs/run.js';
import { hasPlace, type Placed } from '../places.js';
import { LocalStrands } from './local-strands.service.js';
import { StrandRuntime } from './strand-runtime.port.js';
import { StrandStore } from './strand-store.port.js';
import { Strands } from './strands.service.js';
import { runIdOf, strandId, type StrandOrder } from './strand.js';

const lookEveryMs = 500;
const dueAtOnce = 200;
const notWaiting = ['running', 'completed', 'failed', 'cancelled'] as const;
/** Runs that are under way for so long and that no process has are begun again. */
const orphanMs = 10_000;
const orphansEveryMs = 10_000;
const runsAtOnce = 500;
/** How soon a process that had nothing to do with runs so far lends a hand. */
const helpEveryMs = 2000;
/** Signals between processes may be lost; this is when strands look by themselves. */
const lookAroundMs = 5000;
/** What DBOS knows of ended runs is of no use any more. */
const forgetEveryMs = 60_000;
const forgetAfterMs = 600_000;

/** Keeps runs going: wakes those whose time has come, takes over from processes that died, forgets what is over. */
@Injectable()
export class StrandUpkeep {
  private timer: NodeJS.Timeout | undefined;
  private heart: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** Runs that are being begun here and do not count as running yet. */
  private readonly beginning = new Set<Placed>();
  private again = false;
  private ended = false;
  private readonly lastTimes = new Map<string, number>();

  constructor(
    private readonly runtime: StrandRuntime,
    private readonly strands: Strands,
    private readonly local: LocalStrands,
    private readonly store: StrandStore,
    private readonly runs: RunStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly usage: AccountUsage,
  ) {}

  begin(): void {
    this.timer = setInterval(() => {
      this.hurry();
    }, lookEveryMs).unref();
    this.hurry();
  }

  end(): void {
    this.ended = true;
    clearInterval(this.timer);
  }

  /** Gives what is under way to the other processes. */
  async leave(): Promise<void> {
    await this.looking;
    const { launched, workerId } = this.runtime;
    await this.runtime.stop();
    clearInterval(this.heart);
    if (launched) await this.store.leave(workerId).catch(() => undefined);
  }

  /** Begins with a run here, or leaves it to whoever has room first: runs of accounts that have few of them come before the others. */
  async start(order: StrandOrder, accountId: string): Promise<void> {
    await this.launch();
    const runs = [...this.local.placed(), ...this.beginning];
    const hasRoom = this.usage.hasRoom('runs', accountId);
    if (!hasRoom || !hasPlace(accountId, runs, this.config.values.RUNS_AT_ONCE, [])) {
      await this.runtime.enqueue(order, runs.filter((run) => run.accountId === accountId).length);
      return;
    }
    const beginning = { accountId, isBusy: true };
    this.beginning.add(beginning);
    try {
      await this.runtime.begin(order);
    } finally {
      this.beginning.delete(beginning);
    }
  }

  /** Looks soon whether there is something to do. */
  hurry(): void {
    if (this.ended) return;
    this.again = this.looking !== undefined;
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      if (this.again) this.hurry();
    });
  }

  private async launch(): Promise<void> {
    if (this.runtime.launched && this.heart !== undefined) return;
    await this.runtime.launch((order) => this.strands.carryOut(order));
    if (this.heart !== undefined) return;
    await this.store.beat(this.runtime.workerId);
    this.heart = setInterval(() => {
      // Whoever cannot say that it lives is taken for dead, and its strands notice when they write.
      this.store.beat(this.runtime.workerId).catch(() => undefined);
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
      await this.every('around', lookAroundMs, () => this.local.look());
      if (this.runtime.launched) await this.every('forget', forgetEveryMs, () => this.forgetEnded());
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
    for (const { id: runId } of await this.runs.listDue(this.clock.now(), dueAtOnce)) {
      const run = await this.runs.find(runId);
      if (run?.status !== 'waiting') {
        // It may begin to wait at this very moment: then its time must stay.
        await this.runs.updateIn(runId, notWaiting, { wakeAt: null });
        continue;
      }
      await this.launch();
      // When somebody else is faster, or it is only just leaving, the next look tells.
      await this.runtime.wake(strandId({ runId, attempt: run.attempt })).catch(() => false);
    }
  }

  /** A strand of a process that died goes to whoever has room; a run that kills one process after the other is given up. */
  private async takeOver(silentMs: number): Promise<void> {
    for (;;) {
      const silent = await this.store.takeSilent(silentMs);
      if (silent === undefined) return;
      await this.launch();
      if (silent.id === this.runtime.workerId) continue;
      for (;;) {
        const ids = await this.runtime.listPending(silent.id);
        if (ids.length === 0) break;
        for (const runId of new Set(ids.map(runIdOf))) if (!silent.left) await this.countRecovery(runId);
        await this.runtime.resume(ids);
        this.logger.info('workflows.taken-over', { workerId: silent.id, strands: ids.length });
      }
      await this.store.forgetWorker(silent.id);
    }
  }

  private async countRecovery(runId: string): Promise<void> {
    const run = await this.runs.find(runId);
    if (run === undefined || hasEnded(run)) return;
    const recoveries = run.recoveries + 1;
    if (recoveries > this.config.values.RUN_RECOVERIES)
      await this.strands.giveUp({ runId, attempt: run.attempt }, new Problem('run-crashed'));
    else await this.runs.update(runId, { recoveries });
  }

  private async help(): Promise<void> {
    if (this.runtime.launched) return;
    if ((await this.store.listRunning(this.clock.now(), '', 1)).length > 0) await this.launch();
  }

  /** Runs whose process died between writing them down and beginning with them. */
  private async adoptOrphans(): Promise<void> {
    const before = this.clock.now() - orphanMs;
    let after = '';
    for (;;) {
      const running = await this.store.listRunning(before, after, runsAtOnce);
      if (running.length === 0) return;
      await this.launch();
      const orders = running.map(({ id: runId, attempt }) => ({ runId, attempt }));
      const states = await this.runtime.states(orders.map(strandId));
      for (const order of orders) {
        const state = states.get(strandId(order));
        if (state === undefined) await this.runtime.enqueue(order);
        else if (state === 'ended') await this.runtime.wake(strandId(order)).catch(() => false);
      }
      after = running.at(-1)?.id ?? after;
    }
  }

  private async forgetEnded(): Promise<void> {
    for (let offset = 0; ;) {
      const before = this.clock.now() - forgetAfterMs;
      const ids = await this.runtime.listEnded(before, { offset, limit: runsAtOnce });
      const open = new Set(await this.store.listOpenRuns([...new Set(ids.map(runIdOf))]));
      const over = ids.filter((id) => !open.has(runIdOf(id)));
      if (over.length > 0) await this.runtime.remove(over);
      if (ids.length < runsAtOnce) return;
      offset += ids.length - over.length;
    }
  }
}
