import { Problem } from '../kernel/problem.js';
import { LinkFailure } from './links/link-failure.js';

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

/** How many child processes there may be, in all and per account, and how many start at a time. */
export class ProcessPlaces {
  private starting = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxStarting: number,
    private readonly usage: Counter,
  ) {}

  /** Waits for a turn to start. Rejects with a `LinkFailure` whose cause is the problem when the account, or all together, have too many. */
  async take(accountId: string): Promise<ProcessPlace> {
    const release = this.hold(accountId);
    if (this.starting >= this.maxStarting) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.starting++;
    let isStarting = true;
    const started = () => {
      if (!isStarting) return;
      isStarting = false;
      clearTimeout(timer);
      const next = this.waiting.shift();
      if (next === undefined) this.starting--;
      else next();
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

  private hold(accountId: string): () => void {
    try {
      return this.usage.hold('processes', accountId);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new LinkFailure('refused', error.message, { cause: error });
    }
  }
}
