import { Problem } from '../../../kernel/problems/problem.js';

/** An entry that is not added, whoever wants it. */
export function entryRefused(why: string): Problem {
  return new Problem('catalog-entry-refused', why);
}
