import { z } from 'zod';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { AppParam } from './apps.dto.js';

/** `?app=` of requests that mean an app by their token or by name. */
export const AppQuery = z.strictObject({
  app: AppParam.optional().describe('Slug or id of the app; needed with a user token, a key has its own'),
});
export type AppQuery = z.infer<typeof AppQuery>;

/** What can be wrong with the app that a request means. */
export const appProblems = [
  'app-required',
  'app-mismatch',
  'app-not-found',
] as const satisfies readonly ProblemCode[];
