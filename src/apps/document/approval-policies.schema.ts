import { z } from 'zod';

const roles = z
  .array(z.enum(['owner', 'admin', 'member']))
  .min(1)
  .max(3);

/** Policies about calls that people are asked about: who decides. */
export const approvalPoliciesShape = {
  approvers: z
    .strictObject({
      roles: roles.optional().describe("People of these roles in the caller's account"),
      operator: z.literal(true).optional().describe('Whoever runs the gateway'),
      except: z.literal('caller').optional().describe('Nobody decides about calls of their own'),
    })
    .optional()
    .describe(
      "Who decides about calls that need an approval: without it owners and admins of the caller's account",
    ),
};
