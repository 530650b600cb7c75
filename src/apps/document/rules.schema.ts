import { z } from 'zod';

const callers = (form: RegExp, fault: string) =>
  z.array(z.string().min(1).max(600).regex(form, fault)).max(1000);

/** How a rule names callers: by what of them a pattern is about. */
const ownCallers = callers(
  /^(?:(?:user|role|key|client):|\*$)/,
  'must begin with user:, role:, key: or client:, or be *',
).describe(
  'Globs for callers: `user:<email>`, `role:<role>`, `key:<name>`, `client:<client_id>` of an OAuth client or the client of a key; absent: all',
);

/** The same in the operator's file, about callers of any account. */
const operatorsCallers = callers(
  /^(?:(?:[^/:]+\/)?(?:user|role|key|client):|\*$)/,
  "must begin with user:, role:, key: or client:, behind an account and a slash if it is not the operator's, or be *",
).describe(
  "As in an app, of callers of the operator's account, or of another one: `acme/role:owner`, `*/user:*@acme.example`",
);

const rules = (named: typeof ownCallers) =>
  z
    .array(
      z
        .strictObject({
          match: z.strictObject({
            tools: z
              .array(z.string().min(1).max(256))
              .min(1)
              .max(1000)
              .describe(
                "Globs for tool names: `server__tool` in an app, the server's own names in the operator's file",
              ),
            callers: named.optional(),
            when: z
              .string()
              .min(1)
              .max(10_000)
              .optional()
              .describe('JSONata over `$arguments`, `$caller`, `$tool` and `$time`; absent: always'),
          }),
          then: z.enum(['allow', 'deny', 'ask', 'redact']),
          reason: z
            .string()
            .min(1)
            .max(1000)
            .optional()
            .describe('Text for callers who are refused or asked'),
        })
        .describe('What happens with calls that it matches; the first that matches decides'),
    )
    .max(500);

/** Rules of an app. */
export const RulesSchema = rules(ownCallers);

/** Rules of the operator at a server. */
export const OperatorRulesSchema = rules(operatorsCallers);

export type Rule = z.infer<typeof RulesSchema>[number];

/** What expressions of rules can read, without their `$`. */
export const ruleVariables = ['arguments', 'caller', 'tool', 'time'] as const;
