const other = '_OTHER';

/** Lets so many different names into metrics; callers and servers may think of any number. */
export class BoundedNames {
  private readonly known = new Set<string>();

  constructor(private readonly limit: number) {}

  /** `''` for none. */
  shown(name: string | undefined): string {
    if (name === undefined || this.known.has(name)) return name ?? '';
    if (this.known.size >= this.limit) return other;
    this.known.add(name);
    return name;
  }
}
