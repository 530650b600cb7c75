/** Wrong names make a server be asked for its list no more often than this. */
export const staleAfterMs = 5000;

/** A name that is not in a list may be new; but callers of wrong names must not make us ask all the time. */
export class MissedNames {
  private readonly missedAt = new WeakMap<object, number>();

  /** Whether the server is asked once more; then not again for a while. */
  mayAskAgain(server: object): boolean {
    const now = performance.now();
    if (now - (this.missedAt.get(server) ?? -staleAfterMs) < staleAfterMs) return false;
    this.missedAt.set(server, now);
    return true;
  }
}
