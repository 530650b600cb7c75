import { z } from 'zod';
import { ExportFormat } from '../../platform/http/answers/export-reply.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { Page } from '../../kernel/page.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import type { AuditEvent } from './audit-store.port.js';

export const AuditQuery = PageQuery.extend({
  action: z.string().min(1).max(64).optional().describe('Only these, such as `oauth.failed`'),
  account: z.string().min(1).max(63).optional().describe('Slug or id of an account; operators only'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditExportQuery = AuditQuery.omit({ limit: true, cursor: true }).extend({
  format: ExportFormat,
});
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

const AuditEventSchema = z
  .object({
    id: z.string().max(36),
    at: Instant,
    action: z.string().max(64).describe('`noun.verb`, such as `token.revoked`'),
    userId: z.string().max(36).optional(),
    tokenId: z.string().max(36).optional(),
    target: z.string().max(64).optional().describe('What it was done to: an id or a name'),
    address: z.string().max(64).optional(),
    requestId: z.string().max(128).optional(),
    details: z.record(z.string().max(100), z.unknown()),
  })
  .meta({ id: 'AuditEvent' });

export const AuditPageSchema = z
  .object({ events: z.array(AuditEventSchema), nextCursor: z.string().optional() })
  .meta({ id: 'AuditPage' });

export function toAuditPage({ items, nextCursor }: Page<AuditEvent>): z.infer<typeof AuditPageSchema> {
  return {
    events: items.map(toAuditEvent),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

export function toAuditEvent(event: AuditEvent): z.infer<typeof AuditEventSchema> {
  const { id, at, action, userId, tokenId, target, address, requestId, details } = event;
  return {
    ...{ id, at: new Date(at).toISOString(), action },
    ...present({ userId, tokenId, target, address, requestId }),
    details: { ...details },
  };
}

export const auditColumns = [
  ...['id', 'at', 'action', 'userId', 'tokenId', 'target', 'address', 'requestId', 'details'],
] as const;

/** An event as a line of a table. */
export function auditCells(event: z.infer<typeof AuditEventSchema>): (string | undefined)[] {
  const { id, at, action, userId, tokenId, target, address, requestId, details } = event;
  return [id, at, action, userId, tokenId, target, address, requestId, JSON.stringify(details)];
}

/** Members that are known. */
function present<K extends string>(members: Record<K, string | null>): Partial<Record<K, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Partial<
    Record<K, string>
  >;
}
