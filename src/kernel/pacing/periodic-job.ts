/** Work that is done in the background again and again, one round at a time. */
export class PeriodicJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  /** `round` never rejects. */
  constructor(private readonly round: () => Promise<void>) {}

  /** From now on a round begins each `everyMs`, unless one is under way. */
  start(everyMs: number): void {
    this.timer = setInterval(() => void this.begin(), everyMs).unref();
  }

  /** The end of the round that is under way, or else of one that begins now. */
  begin(): Promise<void> {
    this.running ??= this.round().finally(() => (this.running = undefined));
    return this.running;
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
