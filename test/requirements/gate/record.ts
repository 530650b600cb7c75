import type { RequirementRows } from '../rows.js';

/** What was called and what was used. */
export const record: RequirementRows = {
  'docs/operations.md#usage': {
    'usage-doors':
      'GET /api/usage counts each call of a tool once, by whichever door it came, calls of chats and steps of workflows too.',
    'usage-errors':
      'Refusals, failures and results with isError are errors; a tool that no server lists has no row.',
    'usage-waiting':
      'A call that waits for an approval is counted once, when it is made, and waiting is no error.',
    'usage-sums':
      'Rows add up to the same for every `by`, over all pages; from and to are whole hours, bad values are 400 with a pointer.',
    'usage-rights':
      'Owners and admins see the usage of their account, members their own, an app key that of keys of its app, operators any.',
    'usage-clients': 'At most 100 clients of an account are told apart in an hour, the rest are `other`.',
    'usage-durable': 'What was used up to asOf survives kill -9, and SIGTERM loses neither that nor calls.',
    'usage-list-tokens': 'GET /api/servers estimates as listTokens what the list of a server costs a model.',
  },
  'docs/operations.md#calls': {
    'calls-log': 'With CALL_LOG=meta calls are in the database: for other processes and after a restart.',
    'calls-filters':
      'GET /api/calls filters by server, tool, app, user, client, outcome and time; bad times are 400 with a pointer.',
    'calls-rights':
      'Owners and admins see the calls of their account, members their own, operators any; an owner erases those of a person.',
    'calls-erasure':
      'T-18: an erasure looks at the calls that there are when it begins, removes those of the caller wherever else an id stands, and ends; also when the client leaves.',
    'calls-content':
      'CALL_LOG=full keeps arguments and result of a call for GET /api/calls/{requestId} alone, without secrets, and says what is cut (T-30).',
    'calls-retention':
      'Calls past CALL_LOG_DAYS are hidden at once and erased from the file, usage past USAGE_DAYS likewise.',
  },
  'docs/operations.md#exports': {
    'export-files':
      'GET /api/calls/export streams NDJSON or CSV without formulas, by format or Accept, as an attachment; an export is an event of the audit log.',
    'export-audit': 'GET /api/audit/export has the rights of GET /api/audit.',
  },
};
