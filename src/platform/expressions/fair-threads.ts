import { Turns } from '../../kernel/pacing/turns.js';
import type { ThreadAnswer, BoundedThread } from './bounded-thread.js';

/** What one account may have of the threads. */
export interface ThreadShare {
  /** Notes that one more job waits, until the result is called. Throws when too many wait already. */
  wait(accountId: string): () => void;
  /** Milliseconds until the account may use a thread again; 0 when it may now. */
  msUntilLeft(accountId: string): number;
  /** The account has used threads for so many milliseconds. */
  charge(accountId: string, ms: number): void;
}

interface Job {
  readonly accountId: string;
  readonly job: object;
  readonly ms: number;
  readonly since: number;
  readonly answer: (answer: ThreadAnswer) => void;
}

/**
 * Threads that accounts use in turns. No account has all of them at once, and one that has spent its time waits until it has some again: its
 * jobs are late then, those of others are not.
 */
export class FairThreads {
  private readonly jobs = new Turns<Job>();
  private readonly idle: BoundedThread[] = [];
  private readonly busy = new Map<string, number>();
  private threads: readonly BoundedThread[] | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closing = false;

  /** `maxWaitMs`: what a job waits at most for an account that has spent its time. */
  constructor(
    private readonly make: () => BoundedThread,
    private readonly size: number,
    private readonly share: ThreadShare,
    private readonly maxWaitMs: number,
  ) {}

  /** Throws what `ThreadShare.wait` throws. */
  async do(accountId: string, job: object, ms: number): Promise<ThreadAnswer> {
    if (this.closing) return { fault: 'the process stops' };
    const release = this.share.wait(accountId);
    try {
      return await new Promise((answer) => {
        this.jobs.add(accountId, { accountId, job, ms, since: performance.now(), answer });
        this.begin();
        this.next();
      });
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.timer);
    for (const { answer } of this.jobs.remove(() => true)) answer({ fault: 'the process stops' });
    await Promise.all((this.threads ?? []).map((thread) => thread.close()));
  }

  /** All threads start with the first job, so that the second account does not wait for one. */
  private begin(): void {
    if (this.threads !== undefined || this.closing) return;
    this.threads = Array.from({ length: this.size }, this.make);
    for (const thread of this.threads) void this.offer(thread);
  }

  /** The thread can be used once it is ready. */
  private async offer(thread: BoundedThread): Promise<void> {
    await thread.ready().catch(() => undefined);
    this.idle.push(thread);
    this.next();
  }

  private next(): void {
    clearTimeout(this.timer);
    while (this.idle.length > 0) {
      const job = this.jobs.take((accountId) => this.mayRun(accountId));
      if (job === undefined) break;
      void this.run(this.idle.shift() as BoundedThread, job);
    }
    if (this.idle.length > 0 && this.jobs.size > 0) this.later();
  }

  private mayRun(accountId: string): boolean {
    const most = Math.max(1, this.size - 1);
    return (this.busy.get(accountId) ?? 0) < most && this.share.msUntilLeft(accountId) === 0;
  }

  private async run(thread: BoundedThread, { accountId, job, ms, answer }: Job): Promise<void> {
    this.busy.set(accountId, (this.busy.get(accountId) ?? 0) + 1);
    const began = performance.now();
    const said = await thread.do(job, ms).catch((error: unknown): ThreadAnswer => ({ fault: String(error) }));
    answer(said);
    await thread.ready().catch(() => undefined);
    // A thread that had to be ended is paid for by whoever made it necessary.
    this.share.charge(accountId, said.ms ?? performance.now() - began);
    const left = (this.busy.get(accountId) ?? 1) - 1;
    if (left > 0) this.busy.set(accountId, left);
    else this.busy.delete(accountId);
    this.idle.push(thread);
    this.next();
  }

  /** There is room, but those who wait have spent their time: those who have waited for too long are told, the others have their turn later. */
  private later(): void {
    const now = performance.now();
    let wait = Infinity;
    for (const accountId of this.jobs.owners) {
      const first = this.jobs.first(accountId);
      const left = this.share.msUntilLeft(accountId);
      if (first !== undefined && left > 0) wait = Math.min(wait, left, first.since + this.maxWaitMs - now);
    }
    if (wait === Infinity) return;
    this.timer = setTimeout(
      () => {
        this.expire();
        this.next();
      },
      Math.max(1, wait),
    );
  }

  private expire(): void {
    const before = performance.now() - this.maxWaitMs;
    const late = this.jobs.remove(
      ({ accountId, since }) => since <= before && this.share.msUntilLeft(accountId) > 0,
    );
    for (const { answer } of late) answer({ fault: 'it waited too long for its turn', ended: 'share' });
  }
}
