import type { RequirementRows } from './rows.js';

/** MCP servers: connections, lists, processes. */
export const upstreams: RequirementRows = {};
