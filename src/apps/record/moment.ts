import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';

const date = z.iso.date();
const time = z.iso.datetime({ offset: true });

/** RFC 3339; a plus that was not percent-encoded comes as a space. */
function meant(text: string): string {
  return text.toUpperCase().replace(/ (?=\d\d:\d\d$)/, '+');
}

/** Whether a text is RFC 3339, or a date, which means its beginning in UTC. */
export function isMoment(text: string): boolean {
  return date.safeParse(text).success || time.safeParse(meant(text)).success;
}

/** Since the epoch. */
export function momentMs(moment: string): number {
  return Date.parse(meant(moment));
}

/** Throws `invalid-request` for a time that ends before it begins. */
export function requireOrder(from: number, to: number): void {
  if (from > to)
    throw new Problem('invalid-request', undefined, {
      errors: [{ pointer: '/to', detail: 'must not be before `from`' }],
    });
}
