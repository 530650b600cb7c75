import { z } from 'zod';
import { bytes, integer, variable } from './variable.js';

/** A year at most. */
const hours = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,9})?$/, 'must be a number of hours, such as 24 or 0.5')
  .transform(Number)
  .pipe(z.number().positive().max(8784));

/** The limits of calls that wait for a person. */
export const approvalVariables = {
  APPROVAL_HOURS: variable<number>(
    hours,
    24,
    'Hours for which a call waits for an approval, and within which it has to be used; may be a fraction',
  ),
  APPROVALS_WAITING_PER_CALLER: variable(
    integer(1),
    100,
    'Most calls of one caller that wait for an approval',
  ),
  APPROVALS_WAITING_PER_ACCOUNT: variable(
    integer(1),
    1000,
    'Most calls of an account that wait for an approval',
  ),
  APPROVAL_MAX_BYTES: variable(
    bytes(1024),
    262_144,
    'Largest arguments of a call that waits for an approval, as JSON',
  ),
  APPROVAL_DAYS: variable(integer(1, 3650), 30, 'Days for which approvals are kept after their end'),
};
