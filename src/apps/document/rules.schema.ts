import { z } from 'zod';

/** How a rule names callers: by what of them a pattern is about. */
const callerForm = /^(?:(?:user|role|key|client):|\*)/;

export const RuleSchema = z
  .strictObject({
    match: z.strictObject({
      tools: z
        .array(z.string().min(1).max(256))
        .min(1)
        .max(1000)
        .describe(
          "Globs for tool names: `server__tool` in an app, the server's own names in the operator's file",
        ),
      callers: z
        .array(
          z
            .string()
            .min(1)
            .max(330)
            .regex(callerForm, 'must begin with user:, role:, key: or client:, or be *'),
        )
        .max(1000)
        .optional()
        .describe(
          'Globs for callers: `user:<email>`, `role:<role>`, `key:<name>`, `client:<name>`; absent: all',
        ),
      when: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe('JSONata over `$arguments`, `$caller`, `$tool` and `$time`; absent: always'),
    }),
    then: z.enum(['allow', 'deny', 'ask', 'redact']),
    reason: z.string().min(1).max(1000).optional().describe('Told to whoever is refused or asked'),
  })
  .describe('What happens with calls that it matches; the first that matches decides');

export const RulesSchema = z.array(RuleSchema).max(500);

export type Rule = z.infer<typeof RuleSchema>;

/** What expressions of rules can read, without their `$`. */
export const ruleVariables = ['arguments', 'caller', 'tool', 'time'] as const;
