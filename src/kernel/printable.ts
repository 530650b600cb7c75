import { nestsDeeperThan } from './json.js';

/** Deeper than anything that makes sense. */
const maxDepth = 100;

/** Whether a value can be told to anybody: printing what nests without end overflows the stack. */
export function isPrintable(value: unknown): boolean {
  return !nestsDeeperThan(value, maxDepth);
}
