import { LRUCache } from 'lru-cache';

/** Remembers what was used last, and takes room only for what is in it: with `max` alone a cache takes all of its room at once. */
export function memoOf<Key extends string, Value extends object | string | false>(
  most: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
