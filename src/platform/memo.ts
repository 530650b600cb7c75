import { LRUCache } from 'lru-cache';

/** A cache of the `most` entries that were used last. It allocates memory as it fills; a cache with `max` alone allocates all of it at once. */
export function memoOf<Key extends string, Value extends object | string | false>(
  most: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
