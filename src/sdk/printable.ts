import { nestsDeeperThan, type JsonObject } from '../kernel/json.js';

/** Deeper than anything that makes sense; printing much deeper values overflows the stack. */
const maxDepth = 100;

/** The items that can be printed: one that nests without end must not take the whole list with it. */
export function printable(items: readonly JsonObject[]): JsonObject[] {
  return items.filter((item) => !nestsDeeperThan(item, maxDepth));
}
