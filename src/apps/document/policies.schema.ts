import { z } from 'zod';
import { approvalPoliciesShape } from './approval-policies.schema.js';
import { ChecksSchema } from './policies/checks.schema.js';
import { HooksSchema } from './policies/hooks.schema.js';
import { OperatorRulesSchema, RulesSchema } from './rules.schema.js';

const aboutRules = 'Who may call what, and how: the first rule that matches decides';

/** Policies that stand in an app's config, over all of its servers, and at a server of the operator's file, over whoever calls it. */
const sharedPoliciesShape = {
  ...approvalPoliciesShape,
  hooks: HooksSchema.optional().describe('Who else is asked about what passes, in this order'),
  checks: ChecksSchema.optional().describe('What the gateway itself looks for in what passes'),
};

/** What the operator's file says at a server. */
export const ServerPoliciesSchema = z.strictObject({
  rules: OperatorRulesSchema.optional().describe(aboutRules),
  ...sharedPoliciesShape,
});

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
  rules: RulesSchema.optional().describe(aboutRules),
  ...sharedPoliciesShape,
});

export type SharedPolicies = z.infer<typeof ServerPoliciesSchema>;
export type AppPolicies = z.infer<typeof AppPoliciesSchema>;
