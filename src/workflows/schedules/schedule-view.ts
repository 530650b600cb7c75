import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import type { StoredSchedule } from './schedule-store.port.js';

/** A schedule as its callers see it. */
export interface ScheduleView {
  readonly schedule: WorkflowSchedule;
  readonly stored: StoredSchedule;
  readonly paused: boolean;
  /** Due times, or events, that wait for the end of a run. */
  readonly queued: number;
  /** Due times to come, as far as they are known; none while it is paused. */
  readonly upcoming: readonly number[];
}
