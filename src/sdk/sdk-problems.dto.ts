import type { ProblemCode } from '../kernel/problem-catalogue.js';

/** What can be wrong with the app that a request means. */
export const appProblems = [
  'app-required',
  'app-mismatch',
  'app-not-found',
] as const satisfies readonly ProblemCode[];
