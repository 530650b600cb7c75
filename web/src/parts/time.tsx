import { useSyncExternalStore, type ReactNode } from 'react';

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all texts that say how long ago something was. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const inShort = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `2 minutes ago`, `in 3 days`; short, as columns have it: `2min ago`. */
export function relativeTime(at: number, from: number, isShort = false): string {
  const relative = isShort ? inShort : inWords;
  const seconds = Math.round((at - from) / 1000);
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  if (Math.abs(seconds) < 5) return 'just now';
  return relative.format(seconds, 'second');
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export function exactTime(at: string): string {
  return exact.format(new Date(at));
}

/** How long ago, or until when; the exact time on hovering. */
export function When({
  at,
  isShort = false,
}: {
  readonly at: string;
  readonly isShort?: boolean;
}): ReactNode {
  const from = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(Date.parse(at), Math.max(from, Date.now() - 5000), isShort)}
    </time>
  );
}

/** `0.4 ms`, `12 ms`, `3.4 s`, `2 min`. */
export function durationInWords(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${String(Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${String(Math.round(ms / 60_000))} min`;
}
