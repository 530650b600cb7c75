import { headerNames } from '../../../mcp/wire/header-names.js';
import type { IncomingHttpHeaders } from 'node:http';

const forwarded = new Set([
  'accept',
  headerNames.lastEventId,
  headerNames.protocolVersion,
  headerNames.method,
  headerNames.name,
  'traceparent',
  'tracestate',
]);
const returned = new Set([
  'content-type',
  headerNames.protocolVersion,
  'cache-control',
  'allow',
  'retry-after',
]);

/**
 * What of a client's headers goes on to the server: those of MCP and the trace. Tokens, cookies and all that proxies add stop here.
 * Name, value, name, value.
 */
export function headersForServer(headers: IncomingHttpHeaders, sessionId: string | undefined): string[] {
  const chosen: string[] = [];
  for (const name in headers) {
    if (!forwarded.has(name) && !name.startsWith('mcp-param-')) continue;
    const value = headers[name];
    if (typeof value === 'string') chosen.push(name, value);
  }
  if (sessionId !== undefined) chosen.push(headerNames.sessionId, sessionId);
  return chosen;
}

/** What of a server's headers goes back to the client. */
export function headersForClient(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  sessionId: string | undefined,
): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const name in headers) {
    const value = returned.has(name) ? headers[name] : undefined;
    if (typeof value === 'string') chosen[name] = value;
  }
  if (sessionId !== undefined) chosen[headerNames.sessionId] = sessionId;
  return chosen;
}
