import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import { isPaused } from '../schedules/is-paused.js';
import { ScheduleStore, type ScheduleChange, type StoredSchedule } from '../schedules/schedule-store.port.js';
import { RunOwners } from '../runs/run-owners.service.js';
import { RunStarter } from '../runs/run-starter.service.js';
import { RunStore } from '../runs/run-store.port.js';
import { hasEnded, type Run } from '../runs/run.js';
import { listening, tooDeep } from './began-by-events.js';
import { EventRace } from './event-delivery.service.js';
import type { EventMatch } from './event-match.js';
import { EventStore } from './event-store.port.js';
import type { DueEvent, WorkflowEvent } from './workflow-event.js';

/** How often the end of a run is looked for that an event waits for. */
const lookMs = 1000;

/** What an event does to a workflow that events begin. */
export interface EventStart {
  readonly seen: StoredSchedule;
  readonly run?: Run;
  readonly change: ScheduleChange;
  /** It waits for the end of the run before. */
  readonly waits?: DueEvent;
  /** It has waited. */
  readonly waited?: DueEvent;
}

type Cause = Pick<DueEvent, 'eventId' | 'event' | 'depth'>;

/** Begins runs of workflows whose schedule says `on`: of each event one for each of them. */
@Injectable()
export class EventTriggers {
  constructor(
    private readonly schedules: ScheduleStore,
    private readonly store: EventStore,
    private readonly apps: AppConfigs,
    private readonly runs: RunStore,
    private readonly starter: RunStarter,
    private readonly owners: RunOwners,
    private readonly config: Config,
  ) {}

  /** What would begin now. */
  async plan(event: WorkflowEvent, match: EventMatch, now: number): Promise<readonly EventStart[]> {
    const starts: EventStart[] = [];
    for (const seen of await listening(this.schedules, event.appId, match)) {
      const { schedule, workflow, skipped } = seen;
      if (schedule === null || isPaused(seen)) continue;
      const cause = { eventId: event.id, event: event.event, depth: event.depth };
      const due = { appId: event.appId, workflow, at: event.at, ...cause };
      const waiting = await this.store.countDue(event.appId, workflow);
      const isFree = schedule.overlap === 'allow' || (waiting === 0 && !(await this.isOpen(seen)));
      if (isFree) starts.push(await this.start(seen, schedule, cause, now));
      else if (schedule.overlap === 'queue' && waiting < this.config.values.WORKFLOW_MAX_DUE)
        starts.push({ seen, change: { wakeAt: now + lookMs }, waits: due });
      else starts.push({ seen, change: { skipped: skipped + 1 } });
    }
    return starts;
  }

  /** Joins the transaction that is open. Throws `EventRace` when the schedule has changed meanwhile. */
  async begin({ seen, run, change, waits, waited }: EventStart): Promise<void> {
    if (!(await this.schedules.updateSeen(seen, change))) throw new EventRace();
    if (waits !== undefined) await this.store.addDue(waits);
    if (waited !== undefined) await this.store.removeDue(waited);
    if (run !== undefined) await this.starter.add(run);
  }

  /** What becomes of the event that has waited longest. */
  async next(seen: StoredSchedule, schedule: WorkflowSchedule, now: number): Promise<EventStart> {
    const waited = await this.store.findDue(seen.appId, seen.workflow);
    if (waited === undefined || isPaused(seen)) return { seen, change: { wakeAt: null } };
    if (schedule.overlap !== 'allow' && (await this.isOpen(seen)))
      return { seen, change: { wakeAt: now + lookMs } };
    const { change, ...start } = await this.start(seen, schedule, waited, now);
    return { ...start, change: { ...change, wakeAt: now + lookMs }, waited };
  }

  private async start(
    seen: StoredSchedule,
    { asKey }: WorkflowSchedule,
    { eventId, event, depth }: Cause,
    now: number,
  ): Promise<EventStart> {
    const { appId, workflow } = seen;
    try {
      const state = await this.apps.find(appId);
      if (state === undefined) throw new Problem('workflow-not-found');
      if (depth >= this.config.values.WORKFLOW_MAX_DEPTH) throw tooDeep(workflow, depth);
      const owner = await this.owners.ofTrigger(state, asKey);
      const start = { kind: 'event', eventId } as const;
      const by = { ...owner, depth: depth + 1, start };
      const prepared = await this.starter.prepare(state, workflow, [event] as JsonValue, by);
      const run = { ...prepared, startKey: startKeyOf(seen, eventId) };
      return { seen, run, change: { lastRunId: run.id, lastAt: now, problem: null } };
    } catch (error) {
      const problem = Problem.from(error);
      if (problem.status >= 500) throw error;
      const { code, detail } = problem;
      const told = { code, ...(detail === undefined ? {} : { detail }), at: now };
      return { seen, change: { skipped: seen.skipped + 1, problem: told } };
    }
  }

  private async isOpen({ lastRunId }: StoredSchedule): Promise<boolean> {
    const last = lastRunId === null ? undefined : await this.runs.find(lastRunId);
    return last !== undefined && !hasEnded(last);
  }
}

function startKeyOf({ appId, workflow }: StoredSchedule, eventId: string): string {
  return createHash('sha256').update(`event ${appId} ${workflow} ${eventId}`).digest('hex');
}
