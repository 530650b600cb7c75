const none: ReadonlySet<string> = new Set();

/** Ids in groups; a group without any takes no room. */
export class SetsByKey {
  private readonly sets = new Map<string, Set<string>>();

  get(key: string): ReadonlySet<string> {
    return this.sets.get(key) ?? none;
  }

  add(key: string, id: string): void {
    const set = this.sets.get(key);
    if (set === undefined) this.sets.set(key, new Set([id]));
    else set.add(id);
  }

  delete(key: string, id: string): void {
    const set = this.sets.get(key);
    set?.delete(id);
    if (set?.size === 0) this.sets.delete(key);
  }
}
