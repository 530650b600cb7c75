import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../../kernel/problems/problem.js';
import { Turns } from '../../../kernel/pacing/turns.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';

/** The place of one child process. */
export interface ProcessPlace {
  /** It is up: another may start. */
  readonly started: () => void;
  /** It has ended. */
  readonly leave: () => void;
}

/** A process that nobody uses at the moment. */
export interface IdleProcess {
  /** Milliseconds since it was used. */
  readonly idleMs: number;
  /** Somebody listens to what it says unasked, and misses that while it is gone. */
  readonly isHeard: boolean;
  /** Ends it, to be started again when somebody needs it. Resolves when it has ended. */
  readonly give: () => Promise<unknown>;
}

/** What a process is for. */
export interface ProcessUse {
  /** The server, as people know it. */
  readonly server: string;
  /** `undefined` while it is used. */
  readonly idle: () => IdleProcess | undefined;
}

interface Holder extends ProcessUse {
  readonly accountId: string;
  isGiving: boolean;
}

/** Counts what accounts have; throws `overloaded`, which names the limit. */
interface Counter {
  hold(name: 'processes', accountId: string): () => void;
}

/** One that has not said a word for so long does not keep others from starting. */
const startMs = 5000;

/** So long a process is waited for when all are used, and so often it is looked for, milliseconds. */
const [waitMs, lookMs] = [2000, 50];
/** Servers that the refusal of another process names. */
const namedServers = 3;

/**
 * How many child processes there may be, in all and per account, and how many start at a time. Before another is refused, an idle one ends:
 * the one that was used least recently. Accounts start by turns, and none has the last quarter of the places: servers of one that are slow
 * keep nobody else's from starting.
 */
export class ProcessPlaces {
  private starting = 0;
  /** How many of each account. */
  private readonly startingOf = new Map<string, number>();
  private readonly waiting = new Turns<() => void>();
  private readonly holders = new Set<Holder>();

  constructor(
    private readonly maxStarting: number,
    private readonly usage: Counter,
  ) {}

  /** Waits for a turn to start. Rejects with a `LinkFailure` whose cause is the problem when the account, or all together, have too many. */
  async take(accountId: string, use: ProcessUse): Promise<ProcessPlace> {
    const holder = { ...use, accountId, isGiving: false };
    const release = await this.hold(holder);
    await new Promise<void>((resolve) => {
      this.waiting.add(accountId, resolve);
      this.startNext();
    });
    let isStarting = true;
    const started = () => {
      if (!isStarting) return;
      isStarting = false;
      clearTimeout(timer);
      this.count(accountId, -1);
      this.startNext();
    };
    const timer = globalThis.setTimeout(started, startMs).unref();
    return {
      started,
      leave: () => {
        started();
        release();
      },
    };
  }

  private startNext(): void {
    if (this.starting >= this.maxStarting) return;
    const mostOfOne = this.maxStarting - Math.floor(this.maxStarting / 4);
    let owner = '';
    const next = this.waiting.take((accountId) => {
      owner = accountId;
      return (this.startingOf.get(accountId) ?? 0) < mostOfOne;
    });
    if (next === undefined) return;
    this.count(owner, 1);
    next();
  }

  private count(accountId: string, difference: 1 | -1): void {
    this.starting += difference;
    const now = (this.startingOf.get(accountId) ?? 0) + difference;
    if (now === 0) this.startingOf.delete(accountId);
    else this.startingOf.set(accountId, now);
  }

  private async hold(holder: Holder): Promise<() => void> {
    const until = performance.now() + waitMs;
    for (;;)
      try {
        const release = this.usage.hold('processes', holder.accountId);
        this.holders.add(holder);
        return () => {
          this.holders.delete(holder);
          release();
        };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const isOfAll = error.extras.members?.['limit'] === 'MAX_PROCESSES';
        const found = this.leastUsed(holder.accountId) ?? (isOfAll ? this.leastUsed(undefined) : undefined);
        if (found !== undefined) {
          found.holder.isGiving = true;
          await found.idle.give();
        } else if (performance.now() < until) await setTimeout(lookMs);
        else throw this.refusal(error, holder.accountId, isOfAll);
      }
  }

  /** The idle process that has not been used for longest; rather one that nobody hears. */
  private leastUsed(accountId: string | undefined): { holder: Holder; idle: IdleProcess } | undefined {
    const candidates = [...this.holders].flatMap((holder) => {
      const isMeant = !holder.isGiving && (accountId === undefined || holder.accountId === accountId);
      const idle = isMeant ? holder.idle() : undefined;
      return idle === undefined ? [] : [{ holder, idle }];
    });
    candidates.sort(({ idle: a }, { idle: b }) =>
      a.isHeard === b.isHeard ? b.idleMs - a.idleMs : Number(a.isHeard) - Number(b.isHeard),
    );
    return candidates[0];
  }

  /** Says how many processes there are, and which servers of the account have most of them. */
  private refusal(cause: Problem, accountId: string, isOfAll: boolean): LinkFailure {
    const own = [...this.holders].filter((holder) => holder.accountId === accountId);
    const counts = new Map<string, number>();
    for (const { server } of own) counts.set(server, (counts.get(server) ?? 0) + 1);
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, namedServers);
    const { retryAfterMs = 1000, members = {} } = cause.extras;
    const limit = String(members['limit']);
    const who = isOfAll ? 'All accounts together run' : 'This account runs';
    const which = most.map(([server, count]) => `${server} (${String(count)})`).join(', ');
    const detail =
      `${who} ${String(isOfAll ? this.holders.size : own.length)} processes of stdio servers, the most that ${limit} allows, ` +
      `and all of them are used now.${which === '' ? '' : ` Most of this account's are of ${which}.`} ` +
      `Try again when calls have ended, or raise ${limit}.`;
    return new LinkFailure('refused', detail, {
      cause: new Problem('overloaded', detail, { retryAfterMs, members, cause }),
    });
  }
}
