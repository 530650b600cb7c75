/** Who is told, once each, that the database went away and that it is back. */
export interface OutageListener {
  lost(error: unknown): void;
  back(afterMs: number): void;
}

const probeEveryMs = 500;

/** Whether the database is away. While it is, one attempt at a time may find out that it is back; all others are refused at once. */
export class Outage {
  private since: number | undefined;
  private nextProbeAt = 0;
  private listener: OutageListener | undefined;

  listen(listener: OutageListener): void {
    this.listener = listener;
  }

  /** Whether an attempt may be made now. */
  admits(now = performance.now()): boolean {
    if (this.since === undefined) return true;
    if (now < this.nextProbeAt) return false;
    this.nextProbeAt = Infinity;
    return true;
  }

  /** An attempt found the database away. The first one may have had bad luck with its connection: the next is made at once. */
  began(error: unknown, now = performance.now()): void {
    this.nextProbeAt = this.since === undefined ? now : now + probeEveryMs;
    if (this.since !== undefined) return;
    this.since = now;
    this.listener?.lost(error);
  }

  /** An attempt was answered, whatever the answer was. */
  ended(now = performance.now()): void {
    if (this.since === undefined) return;
    this.listener?.back(now - this.since);
    this.since = undefined;
  }
}
