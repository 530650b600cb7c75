import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Logger } from '../../platform/logging/logger.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { RunStore } from '../runs/run-store.port.js';
import { hasEnded, type Run, type RunOfAccount } from '../runs/run.js';
import { FamilyNews, type FamilyListener } from './family-news.service.js';

const everyMs = 5000;
const atOnce = 200;

/**
 * Tells a run that one of its steps is a run which has ended, and ends those that a run leaves behind. The row of a run that has ended says
 * that this is still to be done: what a process did not live to do, another one finds.
 */
@Injectable()
export class RunFamily
  implements FamilyListener, OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly rounds = new PeriodicJob(() => this.sweep());
  /** What has been begun and must be over before the database is closed. */
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly news: FamilyNews,
    private readonly store: RunStore,
    private readonly engine: WorkflowEngine,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.news.listen(this);
  }

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
    await Promise.all(this.underWay);
  }

  began(child: Run): void {
    this.inBackground(child.id, () => this.engine.start(child));
  }

  ended(runId: string): void {
    this.inBackground(runId, () => this.tell(runId));
  }

  async unwanted(runId: string): Promise<void> {
    const run = await this.store.find(runId);
    if (run !== undefined) await this.stop(run);
  }

  /** Ends what is under way of the steps of a run that has ended. */
  async endChildren(runId: string): Promise<void> {
    for (;;) {
      const children = await this.store.listBound(runId, atOnce);
      for (const child of children) await this.stop(child);
      if (children.length < atOnce) return;
    }
  }

  private async tell(runId: string): Promise<void> {
    const run = await this.store.find(runId);
    if (run === undefined || !hasEnded(run)) return;
    if (run.parentId !== null && !run.isDetached) await this.wake(run.parentId);
    await this.endChildren(runId);
    await this.store.updateIn(runId, [run.status], { wakeAt: null });
  }

  private async wake(runId: string): Promise<void> {
    if (!(await this.store.updateIn(runId, ['running', 'waiting'], { wakeAt: this.clock.now() }))) return;
    const run = await this.store.find(runId);
    if (run !== undefined) await this.engine.signalled(run);
  }

  /** It is on disk that it is to stop before anybody stops it. */
  private async stop(run: RunOfAccount): Promise<void> {
    const now = this.clock.now();
    const change = { cancelledAt: now, wakeAt: now };
    if (await this.store.updateIn(run.id, ['running', 'waiting'], change)) await this.engine.cancel(run);
  }

  /** Never rejects. */
  private async sweep(): Promise<void> {
    try {
      // Those who have just ended are being told of.
      const runs = await this.store.listUntold(this.clock.now() - everyMs, atOnce);
      for (const runId of runs) await this.tell(runId);
    } catch (error) {
      this.failed(error);
    }
  }

  private inBackground(runId: string, work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => {
        this.failed(error, runId);
      })
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  private failed(error: unknown, runId?: string): void {
    if (Problem.from(error).code !== 'database-unavailable')
      this.logger.warn('workflows.family-not-told', { runId, error });
  }
}
