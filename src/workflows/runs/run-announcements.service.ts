import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isJsonObject } from '../../kernel/json/json.js';
import { EventHub } from '../../platform/events/event-hub.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { approvalType } from '../definition/calls-after.js';
import type { RunEvent } from './run-event.js';
import { RunFeed } from './run-feed.service.js';
import { RunStore } from './run-store.port.js';
import type { Run, RunStatus } from './run.js';

/** What has to be known of a run to tell of it, and what was told last. */
interface Announced extends Pick<Run, 'accountId' | 'appId' | 'workflow'> {
  status: RunStatus | undefined;
}

/** Tells of runs that begin, wait, go on and end (`run.changed`), and of those that wait for a person (`approval.waiting`). */
@Injectable()
export class RunAnnouncements implements OnModuleInit {
  private readonly known = new LRUCache<string, Announced>({ max: 10_000 });
  /** What is told of a run stays in its order, though the first of it has to be looked up. */
  private line: Promise<void> = Promise.resolve();

  constructor(
    private readonly feed: RunFeed,
    private readonly store: RunStore,
    private readonly events: EventHub,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.feed.onEvent((event) => {
      const status = this.events.isInUse ? statusAfter(event) : undefined;
      if (status === undefined) return;
      this.line = this.line
        .then(() => this.announce(event, status))
        .catch((error: unknown) => {
          this.logger.warn('run.not-announced', { runId: event.runId, error });
        });
    });
  }

  private async announce({ runId, type, data }: RunEvent, status: RunStatus): Promise<void> {
    const run = await this.find(runId);
    if (run === undefined) return;
    const { accountId, appId, workflow } = run;
    if (run.status !== status)
      this.events.publish(accountId, () => ({
        type: 'run.changed',
        appId,
        data: { runId, app: appId, workflow, status },
      }));
    run.status = status;
    const { type: awaited, step, approvalFor } = data;
    if (type !== 'wait.required' || typeof awaited !== 'string') return;
    if (!awaited.split(', ').includes(approvalType)) return;
    const tool = isJsonObject(approvalFor) ? approvalFor['tool'] : undefined;
    this.events.publish(accountId, () => ({
      type: 'approval.waiting',
      appId,
      data: {
        ...{ runId, app: appId, workflow },
        ...(typeof step === 'string' ? { step } : {}),
        ...(typeof tool === 'string' ? { tool } : {}),
      },
    }));
  }

  private async find(runId: string): Promise<Announced | undefined> {
    const known = this.known.get(runId);
    if (known !== undefined) return known;
    const run = await this.store.find(runId);
    if (run === undefined) return undefined;
    const { accountId, appId, workflow } = run;
    const announced = { accountId, appId, workflow, status: undefined };
    this.known.set(runId, announced);
    return announced;
  }
}

/** How a run is when this has happened to it. */
function statusAfter({ type }: RunEvent): RunStatus | undefined {
  switch (type) {
    case 'run.completed':
      return 'completed';
    case 'run.failed':
      return 'failed';
    case 'run.cancelled':
      return 'cancelled';
    case 'wait.required':
      return 'waiting';
    case 'step.progress':
      return undefined;
    default:
      return 'running';
  }
}
