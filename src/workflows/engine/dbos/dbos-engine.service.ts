import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Drain } from '../../../platform/http/answers/drain.js';
import { Logger } from '../../../platform/logging/logger.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { Run, RunOfAccount } from '../../runs/run.js';
import { failureTraces } from '../embedded/failure-traces.js';
import { JournalStore } from '../embedded/journal-store.port.js';
import { WorkflowEngine } from '../workflow-engine.port.js';
import { LocalStrands } from './local-strands.service.js';
import { StrandJournal } from './strand-journal.service.js';
import { StrandUpkeep } from './strand-upkeep.service.js';
import { strandId } from './strand.js';

/** Time that cancelled work in this process gets to come to its end. */
const unwindMs = 500;

/** The engine for several processes on one Postgres: each carries out runs, and takes over those of another that died. */
@Injectable()
export class DbosEngine extends WorkflowEngine implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly alone = false;

  constructor(
    private readonly store: RunStore,
    private readonly journals: JournalStore,
    private readonly journal: StrandJournal,
    private readonly local: LocalStrands,
    private readonly upkeep: StrandUpkeep,
    private readonly clock: Clock,
    private readonly drain: Drain,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    super();
  }

  get runCount(): number {
    return this.local.runCount;
  }

  onApplicationBootstrap(): void {
    this.upkeep.begin();
    this.drain.onDrain(() => {
      this.upkeep.end();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.upkeep.end();
    await this.local.stop(this.config.values.DRAIN_TIMEOUT_MS);
    this.journal.stop();
    await this.upkeep.leave();
  }

  /** A run that cannot be begun now is found by the upkeep of some process. */
  async start({ id: runId, attempt, accountId }: Run): Promise<void> {
    try {
      await this.upkeep.start({ runId, attempt }, accountId);
    } catch (error) {
      this.logger.warn('workflow.not-begun', { runId, error });
    }
  }

  async signalled({ id: runId }: RunOfAccount): Promise<void> {
    await this.local.tell(runId);
    if (await this.store.updateIn(runId, ['waiting'], { wakeAt: this.clock.now() })) this.upkeep.hurry();
  }

  async cancel({ id: runId }: RunOfAccount): Promise<void> {
    await this.local.cancel(runId, unwindMs);
    const run = await this.store.find(runId);
    if (run === undefined) return;
    await this.journal.finish(strandId({ runId, attempt: run.attempt }), { status: 'cancelled' });
    await this.local.tell(runId);
  }

  async forgetFailure({ id, error }: Run): Promise<void> {
    if (error === undefined) return;
    const traces = failureTraces(await this.journals.list(id), error);
    if (traces.length > 0)
      await this.journals.remove(
        id,
        traces.map(({ place }) => place),
      );
  }
}
