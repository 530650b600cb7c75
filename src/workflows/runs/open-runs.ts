interface Count {
  readonly countedAt: number;
  runs: number;
}

const believedMs = 5000;

/** How many runs of each app have not ended, counted anew every few seconds: near enough for a limit, and no cost for a start. */
export class OpenRuns {
  private readonly counts = new Map<string, Count>();

  constructor(private readonly count: (appId: string) => Promise<number>) {}

  /** One more is about to begin; how many there are with it. */
  async add(appId: string): Promise<number> {
    let known = this.counts.get(appId);
    if (known === undefined || performance.now() - known.countedAt > believedMs) {
      known = { countedAt: performance.now(), runs: await this.count(appId) };
      this.forgetOld();
      this.counts.set(appId, known);
    }
    return ++known.runs;
  }

  private forgetOld(): void {
    const now = performance.now();
    for (const [appId, { countedAt }] of this.counts)
      if (now - countedAt > believedMs) this.counts.delete(appId);
  }
}
