import { Problem } from '../../kernel/problems/problem.js';
import type { EventTerms } from '../definition/event-filter.js';
import type { ScheduleStore, StoredSchedule } from '../schedules/schedule-store.port.js';
import type { EventMatch } from './event-match.js';

/** The workflows that the event begins, or would if they were not paused. */
export async function listening(
  schedules: ScheduleStore,
  appId: string,
  match: EventMatch,
): Promise<readonly StoredSchedule[]> {
  const found: StoredSchedule[] = [];
  for (const seen of await schedules.listOfApp(appId))
    if (seen.schedule?.timing.kind === 'event' && (await isTaken(seen.schedule.timing.filters, match)))
      found.push(seen);
  return found;
}

async function isTaken(filters: readonly EventTerms[], match: EventMatch): Promise<boolean> {
  for (const terms of filters) if ((await match.by(terms)) !== undefined) return true;
  return false;
}

export function tooDeep(workflow: string, depth: number): Problem {
  const detail = `The event would begin "${workflow}" by ${String(depth)} runs that began one another (WORKFLOW_MAX_DEPTH).`;
  return new Problem('recursion-too-deep', detail);
}
