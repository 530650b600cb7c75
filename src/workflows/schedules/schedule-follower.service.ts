import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { AppConfig } from '../../apps/document/app-config.schema.js';
import { ConfigFollower } from '../../apps/editing/config-follower.port.js';
import { ConfigFollowers } from '../../apps/editing/config-followers.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { scheduleOf } from '../definition/read-schedule.js';
import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import { nextDue } from './due-times.js';
import { ScheduleStore, type ScheduleName, type StoredSchedule } from './schedule-store.port.js';

/** Keeps the schedules of an app as its config has them. One that somebody paused stays paused, also when it goes and comes back. */
@Injectable()
export class ScheduleFollower extends ConfigFollower implements OnModuleInit {
  constructor(
    private readonly followers: ConfigFollowers,
    private readonly store: ScheduleStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super();
  }

  onModuleInit(): void {
    this.followers.register(this);
  }

  async follow(appId: string, config: AppConfig): Promise<void> {
    const kept = new Map((await this.store.listOfApp(appId)).map((one) => [one.workflow, one]));
    for (const [workflow, document] of Object.entries(config.workflows ?? {})) {
      const schedule = scheduleOf(document);
      if (schedule === undefined) continue;
      await this.take({ appId, workflow }, schedule, kept.get(workflow));
      kept.delete(workflow);
    }
    // Of those that stay paused the newest: names come and go.
    const paused = [...kept.values()]
      .filter((gone) => gone.paused === true)
      .sort((a, b) => b.anchorAt - a.anchorAt)
      .slice(0, this.config.values.MAX_APP_WORKFLOWS);
    for (const gone of kept.values()) await this.drop(gone, paused.includes(gone));
  }

  /** What was due stays due as long as the times are the same. */
  private async take(
    name: ScheduleName,
    schedule: WorkflowSchedule,
    before: StoredSchedule | undefined,
  ): Promise<void> {
    if (before !== undefined && isDeepStrictEqual(before.schedule, schedule)) return;
    const now = this.clock.now();
    const begun = { anchorAt: now, nextAt: nextDue(schedule.timing, now, now) ?? null, queue: [] };
    // Whoever looks next finds out when to look again.
    const changed = { schedule, wakeAt: now };
    if (before === undefined)
      await this.store.insert({
        ...{ ...name, ...begun, ...changed, revision: 0, skipped: 0 },
        ...{ paused: null, lastAt: null, lastRunId: null, problem: null },
      });
    else if (isDeepStrictEqual(before.schedule?.timing, schedule.timing))
      await this.store.update(name, changed);
    else await this.store.update(name, { ...changed, ...begun });
  }

  private async drop(gone: StoredSchedule, staysPaused: boolean): Promise<void> {
    if (staysPaused) await this.store.update(gone, { schedule: null, wakeAt: null });
    else await this.store.remove(gone);
  }
}
