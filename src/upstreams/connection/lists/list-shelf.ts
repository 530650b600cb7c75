/** Lists of one server that can be had again by asking it. */
export interface ShelvedLists {
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly lastUsedAt: number;
  /** Forgets them. */
  evict(): void;
}

/** Bounds the bytes of all lists that are kept. Who takes most makes room, with what was used longest ago. */
export class ListShelf {
  private readonly kept = new Map<ShelvedLists, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.total;
  }

  /** Notes how many bytes the lists of a server take by now; others, or these, are forgotten when that is too many. */
  keep(lists: ShelvedLists, bytes: number): void {
    this.forget(lists);
    this.kept.set(lists, bytes);
    this.total += bytes;
    while (this.total > this.maxBytes) {
      const victim = this.victim();
      if (victim === undefined) return;
      this.forget(victim);
      victim.evict();
    }
  }

  forget(lists: ShelvedLists): void {
    this.total -= this.kept.get(lists) ?? 0;
    this.kept.delete(lists);
  }

  private victim(): ShelvedLists | undefined {
    const accounts = new Map<string, { bytes: number; oldest: ShelvedLists }>();
    let largest: { bytes: number; oldest: ShelvedLists } | undefined;
    for (const [lists, bytes] of this.kept) {
      const account = accounts.get(lists.accountId) ?? { bytes: 0, oldest: lists };
      accounts.set(lists.accountId, account);
      account.bytes += bytes;
      if (lists.lastUsedAt < account.oldest.lastUsedAt) account.oldest = lists;
      if (largest === undefined || account.bytes > largest.bytes) largest = account;
    }
    return largest?.oldest;
  }
}
