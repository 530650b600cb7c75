import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { approvalUrl } from './approval-problems.js';
import { approvalStatuses, statusOf, type NamedCaller, type OpenedApproval } from './approval.js';

const status = z.enum(approvalStatuses);
export const maxNote = 2000;
const note = z.string().max(maxNote);
const freeForm = z.looseObject({});

export const ApprovalsQuery = PageQuery.extend({ status: status.optional() });
export type ApprovalsQuery = z.infer<typeof ApprovalsQuery>;

const named = {
  kind: z.enum(['user', 'key', 'client']),
  id: z.string().max(36).describe('Of the person, the key, or the grant of a program'),
  email: z.string().optional(),
  emailVerified: z.boolean().optional().describe('Else somebody says that the address is theirs'),
  name: z.string().optional(),
  role: z.enum(['owner', 'admin', 'member']).optional(),
};
const NamedCallerSchema = z.object(named).meta({ id: 'NamedCaller' });

export const ApprovalSchema = z
  .object({
    id: z.string().max(36).describe('`apr_…`'),
    status: status.describe('`used`: the call has been made'),
    tool: z.string(),
    server: z.string().max(127).describe('Handle'),
    caller: NamedCallerSchema,
    arguments: freeForm.describe('As the server will get them'),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    // Not by its name: OpenAPI 3.0 has no way to say that of what it refers to.
    decidedBy: z.object(named).nullable(),
    runId: z.string().max(36).optional().describe('The run of a workflow that waits for it'),
    url: z.string().describe('The page on which it is decided'),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'Approval' });

export const ApprovalPageSchema = z
  .object({ approvals: z.array(ApprovalSchema), nextCursor: z.string().optional() })
  .meta({ id: 'ApprovalPage' });

export const ApprovalDecisionRequest = z
  .strictObject({
    decision: z.enum(['approve', 'deny']),
    note: note.optional().describe('Whoever asked, model or person, is told it'),
    arguments: freeForm.optional().describe('With `approve`: what the tool is called with instead'),
  })
  .meta({ id: 'ApprovalDecision' });
export type ApprovalDecisionRequest = z.infer<typeof ApprovalDecisionRequest>;

export function toApproval(
  approval: OpenedApproval,
  now: number,
  publicUrl: string,
): z.infer<typeof ApprovalSchema> {
  const { id, tool, server, caller, reason, decidedBy, runId, createdAt, expiresAt } = approval;
  return {
    ...{ id, status: statusOf(approval, now), tool, server, caller: namesIn(caller) },
    ...{ arguments: approval.arguments, reason, note: approval.note },
    decidedBy: decidedBy === null ? null : namesIn(decidedBy),
    ...(runId === null ? {} : { runId }),
    url: approvalUrl(approval, publicUrl),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

function namesIn({
  kind,
  id,
  email,
  emailVerified,
  name,
  role,
}: NamedCaller): z.infer<typeof NamedCallerSchema> {
  return {
    ...{ kind, id },
    ...(email === undefined ? {} : { email }),
    ...(emailVerified === undefined ? {} : { emailVerified }),
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
  };
}
