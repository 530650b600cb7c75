import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { EventTerms } from '../definition/event-filter.js';
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
import { gathered } from './event-sets.js';
import { EventStore } from './event-store.port.js';
import type { DueEvent, EventSet, WorkflowEvent } from './workflow-event.js';

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
  /** It waits for other events. */
  readonly kept?: EventSet;
  /** It was the last that others waited for. */
  readonly whole?: EventSet;
}

type Cause = Pick<DueEvent, 'eventId' | 'events' | 'depth' | 'rootId'>;

/** Begins runs of workflows whose schedule says `on`: of each event, or of each set of them, one for each workflow. */
@Injectable()
export class EventTriggers {
  constructor(
    private readonly schedules: ScheduleStore,
    private readonly store: EventStore,
    private readonly apps: AppConfigs,
    private readonly runs: RunStore,
    private readonly starter: RunStarter,
    private readonly owners: RunOwners,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  /** What would begin now. */
  async plan(event: WorkflowEvent, match: EventMatch, now: number): Promise<readonly EventStart[]> {
    const starts: EventStart[] = [];
    for (const seen of await listening(this.schedules, event.appId, match)) {
      const { schedule } = seen;
      if (schedule === null || isPaused(seen)) continue;
      const { id: eventId, depth, rootId } = event;
      if (schedule.timing.kind === 'event' && schedule.timing.needsAll === true)
        starts.push(...(await this.planSet(seen, schedule, schedule.timing.filters, event, match, now)));
      else {
        const cause = { eventId, events: [event.event], depth, rootId };
        starts.push(await this.turn(seen, schedule, cause, event.at, now));
      }
    }
    return starts;
  }

  /** Of a workflow that waits for several events. */
  private async planSet(
    seen: StoredSchedule,
    schedule: WorkflowSchedule,
    filters: readonly EventTerms[],
    event: WorkflowEvent,
    match: EventMatch,
    now: number,
  ): Promise<readonly EventStart[]> {
    const sets = await this.store.listSets(seen.appId, seen.workflow);
    const found = await gathered(seen, filters, sets, event, match);
    if (found === undefined) return [];
    const { set, isNew, whole } = found;
    if (whole !== undefined) {
      const cause = { eventId: event.id, events: whole, depth: set.depth, rootId: set.rootId };
      return [{ ...(await this.turn(seen, schedule, cause, event.at, now)), whole: set }];
    }
    const isFull = isNew && sets.length >= this.config.values.WORKFLOW_MAX_DUE;
    return [isFull ? { seen, change: { skipped: seen.skipped + 1 } } : { seen, change: {}, kept: set }];
  }

  /** What begins when nothing else has to end before. */
  private async turn(
    seen: StoredSchedule,
    schedule: WorkflowSchedule,
    cause: Cause,
    at: number,
    now: number,
  ): Promise<EventStart> {
    const { appId, workflow, skipped } = seen;
    const waiting = await this.store.countDue(appId, workflow);
    const isFree = schedule.overlap === 'allow' || (waiting === 0 && !(await this.isOpen(seen)));
    if (isFree) return this.start(seen, schedule, cause, now);
    if (schedule.overlap === 'queue' && waiting < this.config.values.WORKFLOW_MAX_DUE)
      return { seen, change: { wakeAt: now + lookMs }, waits: { appId, workflow, at, ...cause } };
    return { seen, change: { skipped: skipped + 1 } };
  }

  /** Joins the transaction that is open. Throws `EventRace` when the schedule has changed meanwhile. */
  async begin({ seen, run, change, waits, waited, kept, whole }: EventStart): Promise<void> {
    if (!(await this.schedules.updateSeen(seen, change))) throw new EventRace();
    if (waits !== undefined) await this.store.addDue(waits);
    if (waited !== undefined) await this.store.removeDue(waited);
    if (kept !== undefined) await this.store.putSet(kept);
    if (whole !== undefined) await this.store.removeSet(whole.id);
    if (run === undefined) return;
    await this.starter.add(run);
    if (run.depth > 1) await this.limits.count('event-run', run.accountId);
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
    { eventId, events, depth, rootId }: Cause,
    now: number,
  ): Promise<EventStart> {
    const { appId, workflow } = seen;
    try {
      const state = await this.apps.find(appId);
      if (state === undefined) throw new Problem('workflow-not-found');
      if (depth >= this.config.values.WORKFLOW_MAX_DEPTH) throw tooDeep(workflow, depth);
      if (depth > 0) await this.limits.require('event-run', state.app.accountId);
      const owner = await this.owners.ofTrigger(state, asKey);
      const start = { kind: 'event', eventId } as const;
      const by = { ...owner, depth: depth + 1, rootId, start };
      const prepared = await this.starter.prepare(state, workflow, events as unknown as JsonValue, by);
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
