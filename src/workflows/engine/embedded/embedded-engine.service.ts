import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { ExclusiveLock } from '../../../platform/database/exclusive-lock.js';
import { Drain } from '../../../platform/http/answers/drain.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { RunEvent } from '../../runs/run-event.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { Run, RunOfAccount } from '../../runs/run.js';
import { WorkflowEngine } from '../workflow-engine.port.js';
import { Executions } from '../execution/executions.service.js';
import { Journal } from '../journal/journal.service.js';
import { RunIntake } from './run-intake.service.js';

/** How often the database is asked for runs that are due, or that another process wants something of. */
const lookEveryMs = 500;
/** Runs are taken up so much before their time and sleep the rest exactly. */
const earlyMs = 1000;
const dueAtOnce = 200;

/**
 * The engine that needs nothing but the gateway's database: a journal, one process that carries out all runs, and one timer for those that
 * wait. Any process takes orders; it leaves them in the database for the one that holds the lock.
 */
@Injectable()
export class EmbeddedEngine
  extends WorkflowEngine
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private readonly config: Config;

  constructor(
    private readonly lock: ExclusiveLock,
    private readonly store: RunStore,
    private readonly executions: Executions,
    private readonly journal: Journal,
    private readonly runs: RunIntake,
    private readonly clock: Clock,
    private readonly logger: Logger,
    config: Config,
    private readonly drain: Drain,
  ) {
    super();
    this.config = config;
  }

  get alone(): boolean {
    return this.lock.held;
  }

  get runCount(): number {
    return this.runs.size;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.drain.onDrain(() => {
      clearInterval(this.timer);
      this.executions.stopBeginning();
    });
    await this.look();
    this.timer = setInterval(() => void this.look(), lookEveryMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await this.executions.setAside(this.config.values.DRAIN_TIMEOUT_MS);
    await this.lock.release();
  }

  async begin(run: Run, first: RunEvent): Promise<void> {
    if (this.lock.held) {
      // Its first writes share the commit with the run's own.
      const stored = this.journal.begin(run, first);
      this.runs.begin(run);
      await stored;
    } else {
      await this.store.insert(run, first);
      await this.leaveToOther(run.id);
    }
  }

  async start(run: Run): Promise<void> {
    if (this.lock.held) this.runs.begin(run);
    else await this.leaveToOther(run.id);
  }

  async signalled(run: RunOfAccount): Promise<void> {
    if (this.lock.held) this.runs.attend(run);
    else await this.leaveToOther(run.id);
  }

  async cancel(run: RunOfAccount): Promise<void> {
    if (this.lock.held) await this.runs.cancel(run);
    else await this.leaveToOther(run.id);
  }

  private leaveToOther(runId: string): Promise<void> {
    return this.store.update(runId, { wakeAt: this.clock.now() });
  }

  private look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Never rejects: a database that is away comes back. */
  private async lookOnce(): Promise<void> {
    try {
      if (!this.lock.held) {
        if (!(await this.lock.tryAcquire())) return;
        await this.store.wakeInterrupted(this.clock.now());
      }
      for (const run of await this.store.listDue(this.clock.now() + earlyMs, dueAtOnce))
        this.runs.attend(run);
    } catch (error) {
      if (Problem.from(error).code !== 'database-unavailable')
        this.logger.warn('workflows.not-looked-for', { error });
    }
  }
}
