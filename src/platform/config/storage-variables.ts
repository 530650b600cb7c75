import { integer, variable } from './variable.js';

/** What one account may keep in the database. Beyond a quota the account loses its own oldest rows of that kind. */
export const storageVariables = {
  ACCOUNT_RUN_BYTES: variable(
    integer(0),
    1_073_741_824,
    'Runs of workflows per account, with journals, events and signals; beyond it the oldest ended runs are removed; `0` turns it off',
  ),
  ACCOUNT_APPROVAL_BYTES: variable(
    integer(0),
    402_653_184,
    'Approvals per account; beyond it the oldest decided ones are removed; `0` turns it off',
  ),
  ACCOUNT_EVENT_BYTES: variable(
    integer(0),
    134_217_728,
    'Events of workflows per account; beyond it the oldest delivered ones are removed; `0` turns it off',
  ),
  ACCOUNT_CALL_LOG_BYTES: variable(
    integer(0),
    1_073_741_824,
    'Call log per account; beyond it the oldest calls are removed; `0` turns it off',
  ),
  ACCOUNT_AUDIT_BYTES: variable(
    integer(0),
    268_435_456,
    'Audit log per account; beyond it repeated events are summed up, and events older than 31 days are removed; `0` turns it off',
  ),
  ACCOUNT_USAGE_BYTES: variable(
    integer(0),
    268_435_456,
    'Hourly usage (`GET /api/usage`) per account; beyond it the oldest hours are removed; `0` turns it off',
  ),
};
