/** Runs something at once, and then at most once per interval (milliseconds) for each key, however often it is asked for. */
export class Spaced<Key> {
  /** Keys that ran less than `ms` ago, and whether they were asked for since. */
  private readonly recent = new Map<Key, { isWanted: boolean; timer: NodeJS.Timeout }>();

  constructor(
    private readonly ms: number,
    private readonly run: (key: Key) => void,
  ) {}

  ask(key: Key): void {
    const recent = this.recent.get(key);
    if (recent !== undefined) recent.isWanted = true;
    else this.go(key);
  }

  /** What was asked for does not run any more. */
  stop(): void {
    for (const { timer } of this.recent.values()) clearTimeout(timer);
    this.recent.clear();
  }

  private go(key: Key): void {
    const timer = setTimeout(() => {
      const isWanted = this.recent.get(key)?.isWanted === true;
      this.recent.delete(key);
      if (isWanted) this.go(key);
    }, this.ms).unref();
    this.recent.set(key, { isWanted: false, timer });
    this.run(key);
  }
}
