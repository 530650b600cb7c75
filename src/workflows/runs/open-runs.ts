interface Count {
  readonly countedAt: number;
  runs: number;
}

const believedMs = 5000;

/**
 * How many runs of each app have not ended, or how many each run has begun: counted every few seconds and when there seem to be too many, in between begun ones are added.
 * That is near enough for a limit, and no cost for a start.
 */
export class OpenRuns {
  private readonly counts = new Map<string, Count>();

  constructor(
    private readonly count: (id: string) => Promise<number>,
    /** Whether they become fewer, so that it is worth counting again at once when there are too many. */
    private readonly shrinks = true,
  ) {}

  /** Whether one more may begin; it then counts. */
  async admit(id: string, most: number): Promise<boolean> {
    this.forgetOld();
    let known = this.counts.get(id);
    if (known === undefined || (this.shrinks && known.runs >= most)) {
      const counted = { countedAt: performance.now(), runs: await this.count(id) };
      // Some that begin at the same time may have been admitted meanwhile.
      const other = this.shrinks ? undefined : this.counts.get(id);
      known = other ?? counted;
      this.counts.set(id, known);
    }
    if (known.runs >= most) return false;
    known.runs++;
    return true;
  }

  private forgetOld(): void {
    const now = performance.now();
    for (const [appId, { countedAt }] of this.counts)
      if (now - countedAt > believedMs) this.counts.delete(appId);
  }
}
