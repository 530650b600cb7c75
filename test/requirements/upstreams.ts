import type { RequirementRows } from './rows.js';

/** MCP servers: connections, lists, processes. */
export const upstreams: RequirementRows = {
  'docs/servers.md': {
    'outage-short':
      'A server that is killed under load is used again within two seconds after it is back, however many call it.',
    'unlisted-call':
      'A server whose list of tools fails or repeats a cursor can still be called where no rule needs the list.',
    'timeout-every-way': 'timeoutMs of a declaration ends a call on every way, and the server is told.',
    'slow-start-era':
      'A process that is slow to start is no server of an older revision; what was concluded from silence is not remembered.',
  },
  'docs/security.md': {
    'list-bytes':
      'The bytes of a list, of its items and cursors, and of all lists that are kept, are bounded by named limits.',
  },
};
