import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { EventHub } from '../../platform/events/event-hub.service.js';
import { Drain } from '../../platform/http/answers/drain.js';
import { Logger } from '../../platform/logging/logger.js';
import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import { EventRace } from '../events/event-delivery.service.js';
import { EventTriggers } from '../events/event-triggers.service.js';
import { RunOwners } from '../runs/run-owners.service.js';
import { RunStarter } from '../runs/run-starter.service.js';
import { RunStore } from '../runs/run-store.port.js';
import { hasEnded, type Run } from '../runs/run.js';
import { advance, type ScheduleStep } from './advance.js';
import { isPaused } from './is-paused.js';
import { ScheduleStore, type ScheduleChange, type StoredSchedule } from './schedule-store.port.js';

const lookEveryMs = 500;
const dueAtOnce = 200;
/** When a schedule is looked at again that could not be looked at now. */
const brokenAgainMs = 60_000;

/**
 * Begins runs when they are due, in every process. Of all that look at a schedule at once one saves where it stands now, and in the same
 * transaction the runs that begin: so each due time begins one, whoever dies when.
 */
@Injectable()
export class ScheduleTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.look());
  private stopping = false;

  constructor(
    private readonly store: ScheduleStore,
    private readonly apps: AppConfigs,
    private readonly runs: RunStore,
    private readonly starter: RunStarter,
    private readonly owners: RunOwners,
    private readonly triggers: EventTriggers,
    private readonly database: Database,
    private readonly events: EventHub,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly drain: Drain,
  ) {}

  onApplicationBootstrap(): void {
    this.drain.onDrain(() => (this.stopping = true));
    this.rounds.start(lookEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.rounds.stop();
  }

  /** Begins the runs that are due now. Never rejects: a database that is unavailable comes back. */
  async look(): Promise<void> {
    try {
      for (const seen of await this.store.listDue(this.clock.now(), dueAtOnce)) {
        if (this.stopping) return;
        await this.attend(seen);
      }
    } catch (error) {
      if (Problem.from(error).code !== 'database-unavailable')
        this.logger.warn('schedules.not-looked-for', { error });
    }
  }

  private async attend(seen: StoredSchedule): Promise<void> {
    const { appId, workflow } = seen;
    try {
      await this.goOn(seen);
    } catch (error) {
      if (Problem.from(error).code === 'database-unavailable') throw error;
      this.logger.error('schedule.not-attended', { appId, workflow, error });
      await this.store.updateSeen(seen, { wakeAt: this.clock.now() + brokenAgainMs });
    }
  }

  private async goOn(seen: StoredSchedule): Promise<void> {
    const { schedule } = seen;
    if (schedule === null || isPaused(seen)) {
      await this.store.updateSeen(seen, { wakeAt: null });
      return;
    }
    if (schedule.timing.kind === 'event') {
      await this.goOnWithEvents(seen, schedule);
      return;
    }
    const last = seen.lastRunId === null ? undefined : await this.runs.find(seen.lastRunId);
    const moment = {
      now: this.clock.now(),
      open: last !== undefined && !hasEnded(last),
      endedAt: last?.endedAt ?? null,
    };
    const step = advance(schedule, seen, moment, this.config.values.WORKFLOW_MAX_DUE);
    const { runs, problem } = await this.prepared(seen, schedule, step.starts);
    const won = await this.database.write(async () => {
      if (!(await this.store.updateSeen(seen, changeOf(schedule, step, runs, moment.now, problem))))
        return false;
      for (const run of runs) await this.starter.add(run);
      return true;
    });
    if (!won) return;
    for (const run of runs) await this.starter.began(run);
    if (problem !== undefined) await this.tell(seen, problem);
  }

  /** An event that has waited begins its run. */
  private async goOnWithEvents(seen: StoredSchedule, schedule: WorkflowSchedule): Promise<void> {
    const start = await this.triggers.next(seen, schedule, this.clock.now());
    try {
      await this.database.write(() => this.triggers.begin(start));
    } catch (error) {
      if (error instanceof EventRace) return;
      throw error;
    }
    if (start.run !== undefined) await this.starter.began(start.run);
  }

  /** The runs that can begin, and why others cannot. */
  private async prepared(
    { appId, workflow }: StoredSchedule,
    { asKey }: WorkflowSchedule,
    starts: readonly number[],
  ): Promise<{ runs: readonly Run[]; problem?: Problem }> {
    const runs: Run[] = [];
    try {
      for (const dueAt of starts) {
        const state = await this.apps.find(appId);
        if (state === undefined) break;
        const owner = await this.owners.ofTrigger(state, asKey);
        const start = { kind: 'schedule', dueAt } as const;
        runs.push(await this.starter.prepare(state, workflow, {}, { ...owner, depth: 1, start }));
      }
      return { runs };
    } catch (error) {
      const problem = Problem.from(error);
      if (problem.status >= 500) throw error;
      return { runs, problem };
    }
  }

  private async tell({ appId, workflow }: StoredSchedule, { code }: Problem): Promise<void> {
    this.logger.warn('schedule.not-begun', { appId, workflow, code });
    const state = await this.apps.find(appId);
    if (state === undefined) return;
    this.events.publish(state.app.accountId, () => ({
      type: 'schedule.changed',
      appId,
      data: { app: appId, workflow, problem: code },
    }));
  }
}

/** Where the schedule stands when these runs begin; what could not begin counts as skipped. */
function changeOf(
  { timing }: WorkflowSchedule,
  { starts, ...step }: ScheduleStep,
  runs: readonly Run[],
  now: number,
  problem: Problem | undefined,
): ScheduleChange {
  const refused = starts.length - runs.length;
  const again =
    refused > 0 && timing.kind === 'after' ? { nextAt: now + timing.ms, wakeAt: now + timing.ms } : {};
  const last = runs.at(-1);
  return {
    ...step,
    ...again,
    skipped: step.skipped + refused,
    ...(last === undefined ? {} : { lastRunId: last.id, lastAt: last.start.dueAt ?? now, problem: null }),
    ...(problem === undefined
      ? {}
      : {
          problem: {
            code: problem.code,
            ...(problem.detail === undefined ? {} : { detail: problem.detail }),
            at: now,
          },
        }),
  };
}
