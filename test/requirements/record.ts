import type { RequirementRows } from './rows.js';

/** What was called and what was used. */
export const record: RequirementRows = {
  'docs/operations.md#usage': {
    'usage-doors':
      'GET /api/usage counts each call of a tool once, by whichever door it came, calls of chats and steps of workflows too.',
    'usage-errors':
      'Refusals, failures and results with isError are errors; a tool that no server lists has no row.',
    'usage-sums':
      'Rows add up to the same for every `by`, over all pages; from and to are whole hours, bad values are 400 with a pointer.',
    'usage-rights':
      'Owners and admins see the usage of their account, members their own, an app key that of keys of its app, operators any.',
    'usage-clients': 'At most 100 clients of an account are told apart in an hour, the rest are `other`.',
    'usage-durable':
      'What was used up to asOf survives kill -9, SIGTERM loses nothing, and what is older than USAGE_DAYS goes.',
  },
};
