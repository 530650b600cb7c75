import type { UsageRow } from '../../api/models.ts';

const dayMs = 86_400_000;

/** A day of a curve. */
export interface UsageDay {
  /** `2026-07-28`, in UTC. */
  readonly day: string;
  readonly calls: number;
  readonly errors: number;
}

/** The first of so many days that end with the one of `now`. */
export function firstDay(days: number, now: number): string {
  return new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);
}

/** Each day from the first to that of `now`, those without a call too. */
export function everyDay(rows: readonly UsageRow[], from: string, now: number): UsageDay[] {
  const byDay = new Map(rows.map((row) => [row.key?.slice(0, 10), row]));
  const days: UsageDay[] = [];
  for (let at = Date.parse(from); at <= now; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    const { calls = 0, errors = 0 } = byDay.get(day) ?? {};
    days.push({ day, calls, errors });
  }
  return days;
}
