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

/** Counts what accounts have; throws `overloaded`, which names the limit. */
interface Counter {
  hold(name: 'processes', accountId: string): () => void;
}

/** One that has not said a word for so long does not keep others from starting. */
const startMs = 5000;

/**
 * How many child processes there may be, in all and per account, and how many start at a time. Accounts start by turns, and none has the
 * last quarter of the places: servers of one that are slow keep nobody else's from starting.
 */
export class ProcessPlaces {
  private starting = 0;
  /** How many of each account. */
  private readonly startingOf = new Map<string, number>();
  private readonly waiting = new Turns<() => void>();

  constructor(
    private readonly maxStarting: number,
    private readonly usage: Counter,
  ) {}

  /** Waits for a turn to start. Rejects with a `LinkFailure` whose cause is the problem when the account, or all together, have too many. */
  async take(accountId: string): Promise<ProcessPlace> {
    const release = this.hold(accountId);
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
    const timer = setTimeout(started, startMs).unref();
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

  private hold(accountId: string): () => void {
    try {
      return this.usage.hold('processes', accountId);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new LinkFailure('refused', error.message, { cause: error });
    }
  }
}
