import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { isLeftWhole } from '../../apps/app/left-whole.js';
import type { AppState } from '../../apps/document/app.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { EventHub } from '../../platform/events/event-hub.service.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { EventStore } from '../events/event-store.port.js';
import { scheduleOf } from '../definition/read-schedule.js';
import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import { RunOwners } from '../runs/run-owners.service.js';
import { ownerOfRun, RunStarter } from '../runs/run-starter.service.js';
import type { Run } from '../runs/run.js';
import { nextDue } from './due-times.js';
import { isPaused } from './is-paused.js';
import { ScheduleStore, type StoredSchedule } from './schedule-store.port.js';
import type { ScheduleView } from './schedule-view.js';

const mostUpcoming = 5;

/** What people and programs see of schedules and do to them. All methods throw `workflow-not-found`, `schedule-not-found`. */
@Injectable()
export class WorkflowSchedules {
  constructor(
    private readonly apps: AppConfigs,
    private readonly workflows: AppWorkflows,
    private readonly store: ScheduleStore,
    private readonly events: EventStore,
    private readonly owners: RunOwners,
    private readonly starter: RunStarter,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly hub: EventHub,
    private readonly clock: Clock,
  ) {}

  async get(state: AppState, workflow: string): Promise<ScheduleView> {
    const schedule = this.scheduleOf(state, workflow);
    const stored = await this.store.find({ appId: state.app.id, workflow });
    if (stored === undefined) throw new Problem('schedule-not-found');
    const paused = isPaused(stored);
    const queued = stored.queue.length + (await this.events.countDue(state.app.id, workflow));
    return { schedule, stored, paused, queued, upcoming: paused ? [] : upcoming(schedule, stored) };
  }

  /** From now on nothing begins until somebody resumes it. */
  async pause(
    principal: Principal,
    state: AppState,
    workflow: string,
    origin: Origin,
  ): Promise<ScheduleView> {
    const { paused } = await this.get(state, workflow);
    if (!paused) await this.set(principal, state, workflow, { paused: true, wakeAt: null }, origin);
    return this.get(state, workflow);
  }

  /** Goes on with the next due time; what was due meanwhile is not made up for. */
  async resume(
    principal: Principal,
    state: AppState,
    workflow: string,
    origin: Origin,
  ): Promise<ScheduleView> {
    const { paused, schedule, stored } = await this.get(state, workflow);
    const now = this.clock.now();
    const nextAt = nextDue(schedule.timing, stored.anchorAt, now) ?? null;
    if (paused) await this.set(principal, state, workflow, { paused: false, nextAt, wakeAt: now }, origin);
    return this.get(state, workflow);
  }

  /**
   * A run as the schedule begins them, paused or not, overlapping or not; of somebody who is not left all of the app it acts as they. Throws
   * what beginning a run throws.
   */
  async runNow(principal: Principal, state: AppState, workflow: string, origin: Origin): Promise<Run> {
    const { schedule, stored } = await this.get(state, workflow);
    const owner = isLeftWhole(state)
      ? await this.owners.ofTrigger(state, schedule.asKey)
      : ownerOfRun(principal);
    const askedBy = principal.kind === 'user' ? principal.userId : credentialOf(principal);
    const start = { kind: 'schedule', askedBy } as const;
    // What events begin is given a list of events: this time of none.
    const input = schedule.timing.kind === 'event' ? [] : {};
    const run = await this.starter.prepare(state, workflow, input, { ...owner, depth: 1, start });
    const waits = schedule.timing.kind === 'after' ? { nextAt: null } : {};
    const happening = { action: 'schedule.run', target: state.app.id, details: { workflow, run: run.id } };
    const write = () =>
      this.database.write(async () => {
        await this.store.update(stored, { lastRunId: run.id, ...waits });
        await this.starter.add(run);
        await this.audit.record(principal, happening, origin);
      });
    await this.apps.whileThere(state.app.id, write);
    await this.starter.began(run);
    return run;
  }

  private async set(
    principal: Principal,
    { app: { id: appId, accountId } }: AppState,
    workflow: string,
    change: { readonly paused: boolean; readonly nextAt?: number | null; readonly wakeAt: number | null },
    origin: Origin,
  ): Promise<void> {
    const { paused } = change;
    await this.database.write(async () => {
      await this.store.update({ appId, workflow }, change);
      const action = paused ? 'schedule.paused' : 'schedule.resumed';
      await this.audit.record(principal, { action, target: appId, details: { workflow } }, origin);
    });
    this.hub.publish(accountId, () => ({
      type: 'schedule.changed',
      appId,
      data: { app: appId, workflow, paused },
    }));
  }

  private scheduleOf(state: AppState, workflow: string): WorkflowSchedule {
    this.workflows.get(state, workflow);
    const schedule = scheduleOf(state.config.workflows?.[workflow]);
    if (schedule === undefined)
      throw new Problem('schedule-not-found', `The document of "${workflow}" has no schedule.`);
    return schedule;
  }
}

function upcoming({ timing }: WorkflowSchedule, { anchorAt, nextAt }: StoredSchedule): number[] {
  const times: number[] = [];
  let next: number | null | undefined = nextAt;
  while (next !== null && next !== undefined && times.length < mostUpcoming) {
    times.push(next);
    next = timing.kind === 'after' ? undefined : nextDue(timing, anchorAt, next);
  }
  return times;
}
