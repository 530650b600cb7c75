import { Cron } from 'croner';

const parts = /^[^\s]+(?: [^\s]+){4,5}$|^@(?:yearly|annually|monthly|weekly|daily|hourly)$/;
const millisecond = 1;

/** What is wrong with a pattern that is meant to say when something is due. */
export function cronFault(pattern: string, timezone: string, now: number): string | undefined {
  if (!parts.test(pattern)) return 'must be a cron expression of five parts (or six, with seconds first)';
  try {
    return nextCron(pattern, timezone, now) === undefined ? 'never comes' : undefined;
  } catch (error) {
    return `is no cron expression: ${error instanceof Error ? error.message : ''}`.slice(0, 300);
  }
}

/** Whether a zone is known by this IANA name. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The first time after `after`; a time that a change to summer leaves out comes right after the gap, one that comes twice comes once. */
export function nextCron(pattern: string, timezone: string, after: number): number | undefined {
  return cronOf(pattern, timezone).nextRun(new Date(after))?.getTime();
}

/** The times from `from` to `until`, both of them included: the last `most`, oldest first. */
export function cronBetween(
  pattern: string,
  timezone: string,
  { from, until, most }: { readonly from: number; readonly until: number; readonly most: number },
): number[] {
  const cron = cronOf(pattern, timezone);
  // Looked for from behind, so that a gap of years costs no more than one of minutes.
  const earliest =
    cron
      .previousRuns(most, new Date(until + 1000))
      .at(-1)
      ?.getTime() ?? from;
  const times: number[] = [];
  let time = cron.nextRun(new Date(Math.max(from, earliest) - millisecond))?.getTime();
  while (time !== undefined && time <= until) {
    times.push(time);
    time = cron.nextRun(new Date(time))?.getTime();
  }
  return times.slice(-most);
}

function cronOf(pattern: string, timezone: string): Cron {
  return new Cron(pattern, { timezone, paused: true });
}
