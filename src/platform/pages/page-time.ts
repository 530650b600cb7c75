const units: readonly (readonly [name: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** A span of time in words: `20 seconds`, `1 minute`. */
export function spanInWords(ms: number): string {
  const [name, size] = units.find(([, unit]) => ms >= unit) ?? ['second', 1000];
  const count = Math.max(0, Math.round(ms / size));
  return `${String(count)} ${name}${count === 1 ? '' : 's'}`;
}

/** How long ago something was: `20 seconds ago`, `just now`. */
export function agoInWords(ms: number): string {
  return ms < 2000 ? 'just now' : `${spanInWords(ms)} ago`;
}

/** Until when to wait, for people in any time zone: `at 14:35 UTC (in 10 minutes)`. `now` in milliseconds since the epoch. */
export function untilInWords(ms: number, now: number): string {
  const seconds = Math.ceil(ms / 1000) * 1000;
  return `at ${new Date(now + seconds).toISOString().slice(11, 16)} UTC (in ${spanInWords(seconds)})`;
}
