import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { milliseconds, variable } from './variable.js';

/** How many processes there are, how they start and how they end. */
export const processVariables = {
  GANTRY_WORKERS: variable(
    z
      .string()
      .regex(/^(auto|\d+)$/, 'must be a whole number, or auto')
      .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)))
      .pipe(z.number().min(1).max(256)),
    1,
    'Processes that share the port, to use as many cores; `auto` has one for each. More than one need DATABASE_URL',
  ),
  START_WAIT_MS: variable(
    milliseconds(0),
    15_000,
    'How long a start waits for what may pass: Postgres that is away, a data folder that another gateway uses',
  ),
  DRAIN_TIMEOUT_MS: variable(milliseconds(0), 25_000, 'Time that running calls get to end at shutdown'),
};
