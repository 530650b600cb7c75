import type { Frame } from './frame.js';
import { timeIsOver } from './time-is-over.js';

/** Sleeps for `ms` through restarts, under the frame's key. Throws a timeout when the time of a task ends before. */
export async function sleep(name: string, ms: number, { key, deadline, ports }: Frame): Promise<void> {
  const instant = (await ports.context.now(`${key}/began`)) + ms;
  const task = { name, kind: 'wait' } as const;
  await ports.context.sleepUntil(key, Math.min(instant, deadline?.instant ?? instant), task);
  if (deadline !== undefined && deadline.instant < instant) throw timeIsOver(deadline);
}
