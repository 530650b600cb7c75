/** A place among the connections of an account. */
export interface Place {
  /** The connection is idle: `give` closes it when another needs the place. */
  lend(give: () => void): void;
  use(): void;
  leave(): void;
}

/** Counts what accounts have; throws `overloaded`, which names the limit. */
interface Counter {
  hold(name: 'ownConnections', accountId: string): () => void;
}

/** Bounds the connections that accounts have for callers who can be asked; idle ones give way. */
export class ConnectionPlaces {
  private readonly idle = new Map<string, Set<() => void>>();

  constructor(private readonly usage: Counter) {}

  /** Throws `overloaded`, which names the limit. */
  take(accountId: string): Place {
    const release = this.hold(accountId);
    let lent: (() => void) | undefined;
    const use = () => {
      if (lent !== undefined) this.idle.get(accountId)?.delete(lent);
      if (this.idle.get(accountId)?.size === 0) this.idle.delete(accountId);
      lent = undefined;
    };
    return {
      use,
      lend: (give) => {
        lent = give;
        const ofAccount = this.idle.get(accountId) ?? new Set<() => void>();
        this.idle.set(accountId, ofAccount.add(give));
      },
      leave: () => {
        use();
        release();
      },
    };
  }

  private hold(accountId: string): () => void {
    const [longest] = this.idle.get(accountId) ?? [];
    try {
      return this.usage.hold('ownConnections', accountId);
    } catch (error) {
      if (longest === undefined) throw error;
      longest();
      return this.usage.hold('ownConnections', accountId);
    }
  }
}
