interface Count {
  readonly countedAt: number;
  runs: number;
}

const believedMs = 5000;

/**
 * How many runs of each app have not ended: counted every few seconds and when there seem to be too many, in between begun ones are added.
 * That is near enough for a limit, and no cost for a start.
 */
export class OpenRuns {
  private readonly counts = new Map<string, Count>();

  constructor(private readonly count: (appId: string) => Promise<number>) {}

  /** Whether one more may begin; it then counts. */
  async admit(appId: string, most: number): Promise<boolean> {
    this.forgetOld();
    let known = this.counts.get(appId);
    if (known === undefined || known.runs >= most) {
      known = { countedAt: performance.now(), runs: await this.count(appId) };
      this.counts.set(appId, known);
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
