import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { Invitation } from './invitation-store.port.js';

const accountName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), 'must not hold invisible characters');

export const InvitationRequest = z
  .strictObject({
    email: z.email().max(254),
    role: z
      .enum(['owner', 'admin', 'member'])
      .optional()
      .describe('In this account; `member` when absent. Only owners make owners'),
    newAccount: z
      .strictObject({ name: accountName })
      .optional()
      .describe('For the operator: the user becomes owner of an account of their own'),
  })
  .refine(({ role, newAccount }) => newAccount === undefined || role === undefined || role === 'owner', {
    path: ['role'],
    message: 'goes without newAccount, whose founder is its owner',
  })
  .meta({ id: 'InvitationRequest' });
export type InvitationRequest = z.infer<typeof InvitationRequest>;

export const InvitationSchema = z
  .object({
    id: z.string().max(36),
    url: z.url().describe('To be sent to the invited person; works once'),
    expiresAt: Instant,
  })
  .meta({ id: 'Invitation' });

const OpenInvitationSchema = z
  .object({
    id: z.string().max(36),
    email: z.string().max(254),
    role: z.enum(['owner', 'admin', 'member']),
    newAccount: z
      .object({ name: z.string().max(100) })
      .optional()
      .describe('That it is to found'),
    invitedBy: z.string().max(36).describe('Id of the user'),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'OpenInvitation' });

export const InvitationPageSchema = z
  .object({ invitations: z.array(OpenInvitationSchema), nextCursor: z.string().optional() })
  .meta({ id: 'InvitationPage' });

export function toOpenInvitation(invitation: Invitation): z.infer<typeof OpenInvitationSchema> {
  const { id, email, role, newAccountName, invitedBy, createdAt, expiresAt } = invitation;
  return {
    ...{ id, email, role, invitedBy },
    ...(newAccountName === null ? {} : { newAccount: { name: newAccountName } }),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
