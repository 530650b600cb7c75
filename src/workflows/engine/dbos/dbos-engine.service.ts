import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Drain } from '../../../platform/http/answers/drain.js';
import type { RunEvent } from '../../runs/run-event.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { Run, RunOfAccount } from '../../runs/run.js';
import { Executions } from '../execution/executions.service.js';
import { WorkflowEngine } from '../workflow-engine.port.js';
import { DispatchedRuns } from './dispatched-runs.service.js';
import { LeaseStore } from './lease-store.port.js';
import { orderOf, RunAllotment } from './run-allotment.service.js';
import { RunUpkeep } from './run-upkeep.service.js';

/** The engine for several processes on one Postgres: each carries out runs, and takes over those of another that died. */
@Injectable()
export class DbosEngine extends WorkflowEngine implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly alone = false;

  constructor(
    private readonly store: RunStore,
    private readonly executions: Executions,
    private readonly runs: DispatchedRuns,
    private readonly leases: LeaseStore,
    private readonly allotment: RunAllotment,
    private readonly upkeep: RunUpkeep,
    private readonly drain: Drain,
    private readonly config: Config,
  ) {
    super();
  }

  get runCount(): number {
    return this.executions.size;
  }

  onApplicationBootstrap(): void {
    this.upkeep.begin();
    this.drain.onDrain(() => {
      this.upkeep.end();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.upkeep.end();
    await this.executions.setAside(this.config.values.DRAIN_TIMEOUT_MS);
    await this.upkeep.leave();
  }

  async begin(run: Run, first: RunEvent): Promise<void> {
    if (await this.allotment.begin(run, first)) return;
    await this.store.insert(run, first);
    await this.start(run);
  }

  /** One that was tried before has left something to be read. */
  async start(run: Run): Promise<void> {
    await this.allotment.give(orderOf(run), run.dispatch === 1 ? run : undefined);
  }

  async signalled({ id: runId }: RunOfAccount): Promise<void> {
    await this.runs.tell(runId);
    const order = await this.leases.wake(runId);
    if (order !== undefined) await this.allotment.give(order);
  }

  async cancel({ id: runId }: RunOfAccount): Promise<void> {
    const execution = this.executions.find(runId);
    if (execution !== undefined) await this.executions.cancel(execution);
    await this.executions.endAway(runId, { status: 'cancelled' });
    await this.runs.tell(runId);
  }
}
