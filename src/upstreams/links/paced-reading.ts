/** What can be told to send nothing for a while. */
interface Source {
  pause(): void;
  resume(): void;
}

/** How much one sender may take of the time that all share. */
const pace = {
  /** Bytes between two looks at the clock. */
  sliceBytes: 4096,
  /** Work in one go, milliseconds. */
  goMs: 2,
  /** Work that a sender is not made to wait for, milliseconds and bytes; it comes back with time. */
  freeMs: 10,
  freeBytes: 65_536,
  /** More for one go is not the sender's doing: the machine ran something else. */
  mostMs: 50,
  /** How many times as long as they have worked senders that work on and on rest, all of them together. */
  rest: 6,
  /** What reading costs beside the work that is seen, milliseconds for a byte. */
  msOfByte: 1 / 1_048_576,
};

/** The turns of senders that are over their free time: one at a time, and then nobody for a while. */
class Rests {
  private readonly waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readyAt = 0;

  /** So much work is done: the next turn is later. */
  spend(ms: number): void {
    this.readyAt = Math.max(performance.now(), this.readyAt) + ms * pace.rest;
  }

  ask(turn: () => void): void {
    this.waiting.push(turn);
    this.wait();
  }

  private wait(): void {
    if (this.timer !== undefined || this.waiting.length === 0) return;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        if (performance.now() >= this.readyAt) this.waiting.shift()?.();
        this.wait();
      },
      Math.max(1, this.readyAt - performance.now()),
    );
  }
}

const rests = new Rests();

/**
 * Reads what a sender of many messages has to say without keeping the event loop from others: after a few milliseconds of work others
 * have their turn, and a sender that goes on and on has a share of the time with all such. Meanwhile it is paused.
 */
export class PacedReading {
  private backlog: Buffer[] = [];
  private debtMs = 0;
  private debtBytes = 0;
  private at = 0;
  private isPaused = false;
  private stopped = false;

  constructor(
    private readonly source: Source,
    private readonly take: (piece: Buffer) => void,
  ) {}

  push(chunk: Buffer): void {
    this.backlog.push(chunk);
    if (!this.isPaused) this.work();
  }

  /** What has not been read is of no interest any more. */
  stop(): void {
    this.stopped = true;
    this.backlog = [];
  }

  private work(): void {
    const startedAt = performance.now();
    let now = startedAt;
    let bytes = 0;
    for (let chunk = this.backlog.shift(); chunk !== undefined; chunk = this.backlog.shift()) {
      const piece = chunk.subarray(0, pace.sliceBytes);
      bytes += piece.length;
      if (piece.length < chunk.length) this.backlog.unshift(chunk.subarray(piece.length));
      this.take(piece);
      now = performance.now();
      if (now - startedAt > pace.goMs) break;
    }
    const ms = Math.min(now - startedAt, pace.mostMs) + bytes * pace.msOfByte;
    const leftMs = Math.max(0, this.debtMs - (startedAt - this.at) / (pace.rest + 1));
    this.debtBytes = (leftMs === 0 ? 0 : this.debtBytes) + bytes;
    this.debtMs = leftMs + ms;
    this.at = now;
    this.goOn(ms);
  }

  private goOn(ms: number): void {
    if (this.stopped) return;
    if (this.debtMs > pace.freeMs && this.debtBytes > pace.freeBytes) {
      rests.spend(ms);
      this.pauseUntil((turn) => {
        rests.ask(turn);
      });
    } else if (this.backlog.length > 0) {
      this.pauseUntil(setImmediate);
    } else if (this.isPaused) {
      this.isPaused = false;
      this.source.resume();
    }
  }

  private pauseUntil(wait: (turn: () => void) => unknown): void {
    if (!this.isPaused) this.source.pause();
    this.isPaused = true;
    wait(() => {
      if (this.stopped) return;
      if (this.backlog.length > 0) {
        this.work();
      } else {
        this.isPaused = false;
        this.source.resume();
      }
    });
  }
}
