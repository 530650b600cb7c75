/** What waits, by whom it belongs to: each of those has its turn, whoever has more waiting. */
export class Turns<T> {
  /** In the order of their turns. */
  private readonly lines = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Those who have something waiting. */
  get owners(): readonly string[] {
    return [...this.lines.keys()];
  }

  add(owner: string, item: T): void {
    const line = this.lines.get(owner);
    if (line === undefined) this.lines.set(owner, [item]);
    else line.push(item);
    this.count++;
  }

  /** What waits longest of the first owner who may have a turn; that one comes last next time. */
  take(mayTake: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, line] of this.lines) {
      if (!mayTake(owner)) continue;
      const item = line.shift();
      this.lines.delete(owner);
      if (line.length > 0) this.lines.set(owner, line);
      this.count--;
      return item;
    }
    return undefined;
  }

  /** What waits longest of `owner`. */
  first(owner: string): T | undefined {
    return this.lines.get(owner)?.[0];
  }

  /** Takes everything out of the lines that `isMeant` says. */
  remove(isMeant: (item: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, line] of this.lines) {
      const left = line.filter((item) => !isMeant(item) || removed.push(item) === 0);
      if (left.length === line.length) continue;
      if (left.length > 0) this.lines.set(owner, left);
      else this.lines.delete(owner);
    }
    this.count -= removed.length;
    return removed;
  }
}
