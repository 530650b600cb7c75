/** Node's timers take no more. */
const longestTimerMs = 2_147_000_000;

export type PauseEnd = 'time' | 'signal';

/** A line of a run that waits until an instant, for signals, or both. Registered before anybody looks for signals, so that none is missed. */
export class Pause {
  readonly ended: Promise<PauseEnd>;
  /** Whether the line really waits by now. */
  resting = false;
  private timer: NodeJS.Timeout | undefined;
  private settle: { resolve(end: PauseEnd): void; reject(reason: unknown): void } | undefined;
  private readonly abort = () => {
    this.close()?.reject(this.signal.reason);
  };

  constructor(
    /** Milliseconds since the epoch. */
    readonly until: number | undefined,
    private readonly signal: AbortSignal,
    private readonly now: () => number,
    /** What it waits for beside the time. */
    readonly types: readonly string[],
  ) {
    this.ended = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.ended.catch(() => undefined);
    if (signal.aborted) this.abort();
    else {
      signal.addEventListener('abort', this.abort);
      this.arm();
    }
  }

  end(why: PauseEnd): void {
    this.close()?.resolve(why);
  }

  /** Nobody waits any longer; `ended` stays as it is. */
  drop(): void {
    this.close();
  }

  private arm(): void {
    if (this.until === undefined || this.settle === undefined) return;
    const left = this.until - this.now();
    if (left <= 0) this.end('time');
    else
      this.timer = setTimeout(
        () => {
          this.arm();
        },
        Math.min(left, longestTimerMs),
      ).unref();
  }

  private close(): typeof this.settle {
    const { settle } = this;
    this.settle = undefined;
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.abort);
    return settle;
  }
}
