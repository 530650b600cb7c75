import { randomUUID } from 'node:crypto';

/**
 * A progress token for one request (MCP 2025-11-25, Progress). Requests of different callers share a connection to a server, and the server
 * names a token in each progress notification, so a token must not be one that another request has or that a server can guess.
 */
export function newProgressToken(): string {
  return `gantry-${randomUUID()}`;
}
