import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import type { ScheduleProgress } from './advance.js';

/** Which schedule it is. */
export interface ScheduleName {
  readonly appId: string;
  readonly workflow: string;
}

/** Why no run could be begun. */
export interface ScheduleProblem {
  readonly code: string;
  readonly detail?: string;
  readonly at: number;
}

/** A schedule as it is kept. */
export interface StoredSchedule extends ScheduleName, ScheduleProgress {
  /** `null`: the config has none any more; paused it stays, should it come back. */
  readonly schedule: WorkflowSchedule | null;
  /** What somebody said; `null` leaves it to the document. */
  readonly paused: boolean | null;
  /** Grows with every change. */
  readonly revision: number;
  readonly wakeAt: number | null;
  readonly lastAt: number | null;
  readonly lastRunId: string | null;
  readonly problem: ScheduleProblem | null;
}

export type ScheduleChange = Partial<Omit<StoredSchedule, 'appId' | 'workflow' | 'revision'>>;

/** Keeps when workflows begin by time. Writes join the transaction that is open. */
export abstract class ScheduleStore {
  abstract find(name: ScheduleName): Promise<StoredSchedule | undefined>;
  abstract listOfApp(appId: string): Promise<StoredSchedule[]>;
  /** Those to look at by `now`, the most urgent first. */
  abstract listDue(now: number, limit: number): Promise<StoredSchedule[]>;
  abstract insert(schedule: StoredSchedule): Promise<void>;
  /** Changes what is named in `change`, whatever the rest has become. */
  abstract update(name: ScheduleName, change: ScheduleChange): Promise<void>;
  /** The same if nobody else has changed it since; `false` when somebody has. */
  abstract updateSeen(seen: StoredSchedule, change: ScheduleChange): Promise<boolean>;
  abstract remove(name: ScheduleName): Promise<void>;
}
