import { z } from 'zod';

/** An id in a path, such as `run_…`. What cannot be one never reaches a database: Postgres takes no NUL. */
export const IdParam = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/, 'must be letters, digits and the signs _ and -');
