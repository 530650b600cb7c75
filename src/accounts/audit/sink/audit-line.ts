import type { AuditEvent } from '../audit-store.port.js';

/** An event as `GET /api/audit` tells it, with its account, on a line of its own (NDJSON). */
export function auditLine({ id, at, accountId, details, ...event }: AuditEvent): string {
  const { action, userId, tokenId, target, address, requestId } = event;
  const known = Object.entries({ userId, tokenId, target, address, requestId }).filter(
    ([, value]) => value !== null,
  );
  return `${JSON.stringify({
    ...{ id, at: new Date(at).toISOString(), account: accountId, action },
    ...Object.fromEntries(known),
    details,
  })}\n`;
}
