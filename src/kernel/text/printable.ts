import { printJson } from '../json/exact-number.js';
import { nestsDeeperThan } from '../json/json.js';
import { Problem } from '../problems/problem.js';

/** Deeper than anything that makes sense. */
const maxDepth = 100;

/** Whether a value can be told to anybody: printing what nests without end overflows the stack. */
export function isPrintable(value: unknown): boolean {
  return !nestsDeeperThan(value, maxDepth);
}

/** A message with what a server has answered, as text. Throws `upstream-error` when that nests deeper than printing bears. */
export function printed(message: unknown): string {
  try {
    return printJson(message);
  } catch {
    throw nestsTooDeeply();
  }
}

export function nestsTooDeeply(): Problem {
  return new Problem('upstream-error', 'The server answered with a result that nests too deeply.');
}
