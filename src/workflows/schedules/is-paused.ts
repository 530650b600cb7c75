import type { StoredSchedule } from './schedule-store.port.js';

/** What somebody said holds, then the document's own word. */
export function isPaused({ paused, schedule }: StoredSchedule): boolean {
  return paused ?? schedule?.paused ?? false;
}
