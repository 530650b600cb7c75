import { newId } from '../../kernel/id.js';
import type { AuditEvent } from './audit-store.port.js';

/** Events that an account writes by themselves in a window: of one action by one caller, and in all. */
const singlesPerCaller = 10;
const singlesPerAccount = 100;
/** Sums of an account in a window; further callers share one for each action. */
const mostSums = 50;
/** What a sum names of what was acted on. */
const mostTargets = 20;

interface Sum {
  readonly first: AuditEvent;
  readonly targets: Set<string>;
  count: number;
  until: number;
}

interface Window {
  readonly endsAt: number;
  singles: number;
  readonly perCaller: Map<string, number>;
  readonly sums: Map<string, Sum>;
}

/** Events of accounts over their quota that are repeated: one event for many of the same action and caller. Times in milliseconds. */
export class RepeatedEvents {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly windowMs: number) {}

  /** Counts the event into a sum. `false`: it has to be written by itself. */
  take(event: AuditEvent): boolean {
    const { accountId, action, at } = event;
    const window = this.windowOf(accountId, at);
    const caller = `${action} ${event.userId ?? event.tokenId ?? ''}`;
    const singles = window.perCaller.get(caller) ?? 0;
    if (singles < singlesPerCaller && window.singles < singlesPerAccount) {
      window.perCaller.set(caller, singles + 1);
      window.singles++;
      return false;
    }
    const key = window.sums.has(caller) || window.sums.size < mostSums ? caller : action;
    let sum = window.sums.get(key);
    if (sum === undefined)
      window.sums.set(key, (sum = { first: event, targets: new Set(), count: 0, until: at }));
    sum.count++;
    sum.until = at;
    if (event.target !== null && sum.targets.size < mostTargets) sum.targets.add(event.target);
    return true;
  }

  /** The events of windows that have ended by `now`, which are forgotten. */
  ended(now: number): AuditEvent[] {
    const events: AuditEvent[] = [];
    for (const [accountId, { endsAt, sums }] of this.windows) {
      if (endsAt > now) continue;
      this.windows.delete(accountId);
      for (const [key, sum] of sums) events.push(eventOf(sum, key === sum.first.action));
    }
    return events;
  }

  /** Where the account has a window that has ended and is not written yet, it goes on. */
  private windowOf(accountId: string, now: number): Window {
    let window = this.windows.get(accountId);
    if (window === undefined) {
      window = { endsAt: now + this.windowMs, singles: 0, perCaller: new Map(), sums: new Map() };
      this.windows.set(accountId, window);
    }
    return window;
  }
}

function eventOf({ first, targets, count, until }: Sum, isOfSeveral: boolean): AuditEvent {
  const { accountId, action, userId, tokenId, at } = first;
  return {
    ...{ id: newId('aud'), at: until, accountId, action },
    userId: isOfSeveral ? null : userId,
    tokenId: isOfSeveral ? null : tokenId,
    ...{ target: null, address: null, requestId: null },
    details: {
      ...{ repeated: count, from: new Date(at).toISOString(), until: new Date(until).toISOString() },
      targets: [...targets],
    },
  };
}
