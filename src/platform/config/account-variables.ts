import { integer, variable } from './variable.js';

/** What one account may use of a process (`ACCOUNT_…`), and all accounts together (`ALL_…`). */
export const accountVariables = {
  ACCOUNT_STREAMS: variable(integer(1), 5000, 'Event streams at once per account'),
  ALL_STREAMS: variable(integer(1), 20_000, 'Event streams at once in this process'),
};
