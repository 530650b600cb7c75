import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';

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
