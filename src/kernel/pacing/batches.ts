interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does together what is asked for in the same turn of the event loop, or while an earlier batch is under way, in its order. One that fails
 * takes no other with it.
 */
export class Batches<T> {
  private waiting: Waiting<T>[] = [];
  private working = false;

  constructor(
    private readonly work: (items: readonly T[]) => Promise<void>,
    private readonly most = 500,
  ) {}

  /** Resolves when it is done. */
  add(item: T): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
    });
    if (!this.working) {
      this.working = true;
      setImmediate(() => void this.run());
    }
    return done;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        await this.work(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else for (const one of batch) await this.work([one.item]).then(one.resolve, one.reject);
      }
      // Whoever was waiting for this goes on first, and joins the next.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.working = false;
  }
}
