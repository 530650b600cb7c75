import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import { dueTimes, nextDue } from './due-times.js';

/** Where a schedule stands. Times in milliseconds since the epoch. */
export interface ScheduleProgress {
  /** From which `every` counts. */
  readonly anchorAt: number;
  /** The due time to come; `null` when the end of a run decides, or none comes any more. */
  readonly nextAt: number | null;
  /** Due times that wait for the end of a run, oldest first. */
  readonly queue: readonly number[];
  /** Due times that no run was begun for: it overlapped, came too late, or was refused. */
  readonly skipped: number;
}

/** What is known at the moment of looking. */
export interface ScheduleMoment {
  readonly now: number;
  /** Whether the run that was begun last is under way. */
  readonly open: boolean;
  /** When it ended. */
  readonly endedAt: number | null;
}

export interface ScheduleStep extends ScheduleProgress {
  /** Due times for which a run begins now. */
  readonly starts: readonly number[];
  /** When to look again. */
  readonly wakeAt: number | null;
}

/** A due time that is so much late has been missed. */
const missedMs = 60_000;
/** How often the end of a run is looked for that something waits for. */
const lookMs = 1000;
/** Runs that begin together; others of the same moment come right after, so that a process which does not live for long gets on. */
const startsAtOnce = 20;

/** What is due at this moment, and where the schedule stands afterwards. Pure: whoever saves it first begins the runs. `most`: due times that are made up for, or wait. */
export function advance(
  schedule: WorkflowSchedule,
  before: ScheduleProgress,
  moment: ScheduleMoment,
  most: number,
): ScheduleStep {
  const { now } = moment;
  const from = dueFrom(schedule, before, moment);
  const due = from === null ? [] : dueTimes(schedule.timing, { from, until: now, most });
  const wanted = caughtUp(schedule, due, now);
  const { starts, queue } = admitted(schedule, [...before.queue, ...wanted], moment, most);
  const nextAt = due.length === 0 ? from : after(schedule, before.anchorAt, now, starts.length > 0);
  const skipped = before.skipped + before.queue.length + due.length - starts.length - queue.length;
  const waits = queue.length > 0 || (schedule.timing.kind === 'after' && nextAt === null);
  const lookAt = schedule.overlap === 'allow' && queue.length > 0 ? now : now + lookMs;
  const wakeAt = waits ? Math.min(lookAt, nextAt ?? Infinity) : nextAt;
  return { anchorAt: before.anchorAt, nextAt, queue, skipped, starts, wakeAt };
}

/** `after` counts from the end of the last run, once that has ended. */
function dueFrom(
  { timing }: WorkflowSchedule,
  { nextAt }: ScheduleProgress,
  { open, endedAt, now }: ScheduleMoment,
): number | null {
  if (nextAt !== null || timing.kind !== 'after') return nextAt;
  return open ? null : (endedAt ?? now) + timing.ms;
}

function after(
  { timing }: WorkflowSchedule,
  anchorAt: number,
  now: number,
  hasBegun: boolean,
): number | null {
  if (timing.kind === 'after') return hasBegun ? null : now + timing.ms;
  return nextDue(timing, anchorAt, now) ?? null;
}

function caughtUp(
  { catchUp, timing }: WorkflowSchedule,
  due: readonly number[],
  now: number,
): readonly number[] {
  if (catchUp === 'all' || timing.kind === 'after') return due;
  const last = due.slice(-1);
  return catchUp === 'last' ? last : last.filter((time) => now - time < missedMs);
}

/** Which of those that are wanted begin, and which wait. */
function admitted(
  { overlap }: WorkflowSchedule,
  wanted: readonly number[],
  { open }: ScheduleMoment,
  most: number,
): { starts: readonly number[]; queue: readonly number[] } {
  const free = overlap === 'allow' ? startsAtOnce : open ? 0 : 1;
  const starts = wanted.slice(0, free);
  return { starts, queue: overlap === 'skip' ? [] : wanted.slice(starts.length, starts.length + most) };
}
