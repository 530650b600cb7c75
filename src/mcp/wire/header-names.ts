/** Headers of Streamable HTTP (2025-03-26 on), of the standard request headers of 2026-07-28, and of event streams (WHATWG HTML §9.2.4). */
export const headerNames = {
  sessionId: 'mcp-session-id',
  protocolVersion: 'mcp-protocol-version',
  method: 'mcp-method',
  name: 'mcp-name',
  lastEventId: 'last-event-id',
} as const;
