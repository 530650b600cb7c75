import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Logger } from '../../platform/logging/logger.js';
import { ApprovalBook } from '../../upstreams/approvals/approval-book.port.js';
import { ApprovalNews } from '../../upstreams/approvals/approval-news.service.js';
import { statusOf, type KeptApproval } from '../../upstreams/approvals/approval.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { decidedSignal } from '../interpreter/approvals/approval-awaited.js';
import { RunStore } from '../runs/run-store.port.js';
import { hasEnded } from '../runs/run.js';

const everyMs = 15_000;
const atOnce = 200;

/**
 * Tells runs that somebody has decided about a call that they wait with, or that the time for it is over. Whatever told nobody, because a
 * process died in between, is found again.
 */
@Injectable()
export class DecidedSteps implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.sweep());

  constructor(
    private readonly news: ApprovalNews,
    private readonly book: ApprovalBook,
    private readonly runs: RunStore,
    private readonly engine: WorkflowEngine,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
    this.news.onSettled((id) => {
      this.quietly(async () => {
        const approval = await this.book.find(id);
        if (approval !== undefined && statusOf(approval, this.clock.now()) !== 'used')
          await this.tell(approval);
      });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  private async sweep(): Promise<void> {
    try {
      const settled = await this.book.listSettledOfRuns(this.clock.now(), atOnce);
      for (const approval of settled) await this.tell(approval);
    } catch (error) {
      this.logger.warn('approvals.runs-not-told', { error });
    }
  }

  private async tell(approval: KeptApproval): Promise<void> {
    const { id, runId, decidedBy } = approval;
    if (runId === null) return;
    const run = await this.runs.find(runId);
    if (run === undefined || hasEnded(run) || statusOf(approval, this.clock.now()) === 'expired')
      await this.book.leaveSlot(id);
    if (run === undefined || hasEnded(run)) return;
    const isTold = (await this.runs.listSignals(runId)).some((signal) => signal.id === id);
    if (!isTold)
      await this.runs.addSignal({
        ...{ id, runId, type: decidedSignal(id), data: null, sender: decidedBy?.id ?? '', byPerson: true },
        ...{
          senderRole: decidedBy?.role ?? null,
          usedFor: null,
          boundTo: null,
          eventId: null,
          at: this.clock.now(),
        },
      });
    await this.engine.signalled(run);
  }

  private quietly(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.logger.warn('approvals.runs-not-told', { error });
    });
  }
}
