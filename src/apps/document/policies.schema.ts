import { z } from 'zod';
import { ChecksSchema } from './policies/checks.schema.js';
import { HooksSchema } from './policies/hooks.schema.js';
import { RulesSchema } from './rules.schema.js';

/** Policies that stand in an app's config, over all of its servers, and at a server of the operator's file, over whoever calls it. */
const sharedPoliciesShape = {
  rules: RulesSchema.optional().describe('Who may call what, and how: the first rule that matches decides'),
  hooks: HooksSchema.optional().describe('Who else is asked about what passes, in this order'),
  checks: ChecksSchema.optional().describe('What the gateway itself looks for in what passes'),
};

/** What the operator's file says at a server. */
export const ServerPoliciesSchema = z.strictObject(sharedPoliciesShape);

export const AppPoliciesSchema = z.strictObject({
  requireApproval: z
    .array(z.string().min(1).max(256))
    .max(1000)
    .optional()
    .describe('Globs for tool names (`server__tool`): these run only after an approval'),
  toolPinning: z
    .enum(['off', 'warn', 'block'])
    .optional()
    .describe(
      'What happens when a tool, a prompt or the instructions change: nothing, a warning (default), or they are kept back until accepted',
    ),
  ...sharedPoliciesShape,
});

export type SharedPolicies = z.infer<typeof ServerPoliciesSchema>;
export type AppPolicies = z.infer<typeof AppPoliciesSchema>;
