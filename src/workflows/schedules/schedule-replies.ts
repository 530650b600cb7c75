import type { ScheduleView } from './schedule-view.js';

const instant = (at: number) => new Date(at).toISOString();

/** A schedule as answers give it. */
export function toScheduleState({ schedule, stored, paused, upcoming }: ScheduleView): object {
  const { written, timezone, overlap, catchUp, asKey } = schedule;
  const { workflow, queue, skipped, lastAt, lastRunId, problem } = stored;
  const [nextAt] = upcoming;
  return {
    ...{ workflow, schedule: written, timezone, overlap, catchUp },
    ...(asKey === undefined ? {} : { asKey }),
    paused,
    ...(nextAt === undefined ? {} : { nextAt: instant(nextAt) }),
    upcoming: upcoming.map(instant),
    ...{ queued: queue.length, skipped },
    ...(lastAt === null ? {} : { lastAt: instant(lastAt) }),
    ...(lastRunId === null ? {} : { lastRunId }),
    ...(problem === null ? {} : { problem: { ...problem, at: instant(problem.at) } }),
  };
}
