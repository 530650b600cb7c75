import type { ScheduleView } from './schedule-view.js';

const instant = (at: number) => new Date(at).toISOString();

/** A schedule as answers give it. */
export function toScheduleState({ schedule, stored, paused, queued, upcoming }: ScheduleView): object {
  const { written, timezone, overlap, catchUp, asKey } = schedule;
  const { workflow, skipped, lastAt, lastRunId, problem } = stored;
  const [nextAt] = upcoming;
  return {
    ...{ workflow, schedule: written, timezone, overlap, catchUp },
    ...(asKey === undefined ? {} : { asKey }),
    paused,
    ...(nextAt === undefined ? {} : { nextAt: instant(nextAt) }),
    upcoming: upcoming.map(instant),
    ...{ queued, skipped },
    ...(lastAt === null ? {} : { lastAt: instant(lastAt) }),
    ...(lastRunId === null ? {} : { lastRunId }),
    ...(problem === null ? {} : { problem: { ...problem, at: instant(problem.at) } }),
  };
}
