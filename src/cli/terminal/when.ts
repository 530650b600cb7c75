import type { Terminal } from './terminal.js';

const units: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** A time from now in words: `in 89 days`, `3 hours ago`, `just now`. */
export function relativeTime(instant: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const [size, name] = units.find(([unit]) => Math.abs(seconds) >= unit) ?? [1, ''];
  if (name === '') return seconds > 0 ? 'in less than a minute' : 'just now';
  const count = Math.round(Math.abs(seconds) / size);
  const words = `${String(count)} ${name}${count === 1 ? '' : 's'}`;
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}

/** A time in a table: relative for eyes, exact for pipes. */
export function tableTime({ isPiped }: Terminal, instant: string | null, never = ''): string {
  if (instant === null) return never;
  return isPiped ? instant : relativeTime(instant);
}
