import type { RequirementRows } from './rows.js';

/** MCP servers: connections, lists, processes. */
export const upstreams: RequirementRows = {
  'docs/servers.md': {
    'outage-short':
      'A server that is killed under load is used again within two seconds after it is back, however many call it.',
    'slow-start-era':
      'A process that is slow to start is no server of an older revision; what was concluded from silence is not remembered.',
  },
};
