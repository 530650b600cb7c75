import { z } from 'zod';
import type { TrialOutcome } from './trial-outcome.js';

export const PolicyTrialRequest = z
  .strictObject({
    caller: z
      .string()
      .regex(/^(?:user|role|key|client):/, 'must begin with user:, role:, key: or client:')
      .max(520)
      .describe(
        'Of the account: `key:<name>`, `user:<email>` of a member, `role:<role>`, or `client:<id>` as rules name it',
      ),
    tool: z.string().min(1).max(1024).describe('As callers of the app know it: `server__tool`'),
    arguments: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'PolicyTrialRequest' });

const decisions = ['allow', 'deny', 'ask', 'redact'] as const;

export const PolicyTrialSchema = z
  .object({
    decision: z.enum(decisions),
    reason: z.string().optional(),
    why: z.array(
      z.object({
        by: z.enum(['operator', 'app']).describe('Who wrote it'),
        pointer: z.string().describe("RFC 6901 pointer into the app's config or the operator's file"),
        decision: z
          .enum([...decisions, 'pass', 'change', 'unknown'])
          .describe('`unknown`: of a hook, which would be asked and is not'),
        reason: z.string().optional(),
      }),
    ),
  })
  .meta({
    id: 'PolicyTrial',
    description: 'What the gate would say about a call: tools that are allowed, rules, approvals and checks',
  });

export function toPolicyTrial({ decision, reason, why }: TrialOutcome): z.infer<typeof PolicyTrialSchema> {
  return { decision, ...(reason === undefined ? {} : { reason }), why: [...why] };
}
