import { cronBetween, nextCron } from '../definition/cron-times.js';
import type { ScheduleTiming } from '../definition/workflow-schedule.js';

/** The first due time after `after`, counted from `anchor`. Undefined when there is none: a pattern that has come for the last time. */
export function nextDue(timing: ScheduleTiming, anchor: number, after: number): number | undefined {
  if (timing.kind === 'event') return undefined;
  if (timing.kind === 'cron') return nextCron(timing.pattern, timing.timezone, after);
  const passed = Math.max(0, Math.floor((after - anchor) / timing.ms));
  return anchor + (passed + 1) * timing.ms;
}

/** The due times from `from`, which is one, to `until`: the last `most`, oldest first. */
export function dueTimes(
  timing: ScheduleTiming,
  { from, until, most }: { readonly from: number; readonly until: number; readonly most: number },
): number[] {
  if (from > until || timing.kind === 'event') return [];
  if (timing.kind === 'cron') return cronBetween(timing.pattern, timing.timezone, { from, until, most });
  if (timing.kind === 'after') return [from];
  const passed = Math.floor((until - from) / timing.ms);
  const first = Math.max(0, passed - most + 1);
  return Array.from({ length: passed - first + 1 }, (_, index) => from + (first + index) * timing.ms);
}
