type ListSource = 'cache' | 'server' | 'last-known';

/** What happened in the pool since the process began, by the servers' names in metrics. */
export class PoolCounts {
  readonly opened = new Map<string, number>();
  readonly failures = new Map<string, number>();
  /** Where lists came from. */
  readonly lists: Record<ListSource, number> = { cache: 0, server: 0, 'last-known': 0 };

  connected(label: string): void {
    this.opened.set(label, (this.opened.get(label) ?? 0) + 1);
  }

  failed(label: string): void {
    this.failures.set(label, (this.failures.get(label) ?? 0) + 1);
  }
}
