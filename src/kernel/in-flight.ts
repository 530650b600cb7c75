/** Holds a value until it is taken out, and nothing afterwards. */
interface Box<V> {
  value: V | undefined;
}

/**
 * What is under way, by key, each for the time of a request. A Map or Set of requests would keep them all: one that is added to and deleted
 * from all the time leaves tables behind of which each points to the next, so that once a table has grown old none of those after it, and
 * nothing in them, is collected with the young. The tables in here hold boxes, and the boxes of what has ended are empty.
 */
export class InFlight<V, K = number> {
  private readonly boxes = new Map<K | symbol, Box<V>>();

  get size(): number {
    return this.boxes.size;
  }

  has(key: K): boolean {
    return this.boxes.has(key);
  }

  get(key: K): V | undefined {
    return this.boxes.get(key)?.value;
  }

  set(key: K, value: V): void {
    this.take(key);
    this.boxes.set(key, { value });
  }

  /** Adds what needs no name; the result takes it out. */
  add(value: V): () => void {
    const key = Symbol();
    this.boxes.set(key, { value });
    return () => {
      this.take(key);
    };
  }

  /** Takes out what has the key. */
  take(key: K | symbol): V | undefined {
    const box = this.boxes.get(key);
    if (box === undefined) return undefined;
    const { value } = box;
    box.value = undefined;
    this.boxes.delete(key);
    return value;
  }

  /** What is there now; it may be taken out meanwhile. */
  *values(): Generator<V> {
    for (const { value } of this.boxes.values()) if (value !== undefined) yield value;
  }

  clear(): void {
    for (const key of [...this.boxes.keys()]) this.take(key);
  }
}
