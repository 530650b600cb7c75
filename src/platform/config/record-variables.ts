import { z } from 'zod';
import { bytes, integer, variable } from './variable.js';

/** What is kept of calls, and for how long. */
export const recordVariables = {
  CALL_LOG: variable<'off' | 'meta' | 'full'>(
    z.enum(['off', 'meta', 'full']),
    'meta',
    'What is kept of calls in the database: nothing, how they went, or their redacted arguments and results too',
  ),
  CALL_LOG_DAYS: variable(integer(1, 3650), 30, 'Days after which a call is removed from the log'),
  CALL_LOG_CONTENT_BYTES: variable(
    bytes(256),
    16_384,
    'Most that CALL_LOG=full keeps of the arguments, and of the result, of a call; the rest is cut off',
  ),
  USAGE_DAYS: variable(integer(1, 3650), 400, 'Days for which `GET /api/usage` knows what was used'),
};
