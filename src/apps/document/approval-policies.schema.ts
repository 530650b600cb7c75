import { z } from 'zod';

const roles = z
  .array(z.enum(['owner', 'admin', 'member']))
  .min(1)
  .max(3);

/** Somebody who is told: by a POST to an address, or by a call of a tool. */
const Notice = z
  .strictObject({
    on: z.literal('approval').describe('A call waits for an approval'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .describe('Is sent the facts by POST, without the arguments'),
    tool: z
      .string()
      .max(512)
      .regex(/^[^@]+@[^@]+$/, 'must be `tool@server`')
      .optional()
      .describe('`tool@server`: is called if the caller and the user who saved the config can both call it'),
    with: z
      .record(z.string().max(256), z.unknown())
      .optional()
      .describe(
        'Arguments of the tool, or what is sent too; `${url}`, `${id}`, `${tool}`, `${server}`, `${caller}` and `${expiresAt}` are filled in',
      ),
  })
  .refine(
    ({ url, tool }) => (url === undefined) !== (tool === undefined),
    'must have one of `url` and `tool`',
  );

/** Policies about calls that people are asked about: who decides, and who is told. */
export const approvalPoliciesShape = {
  approvers: z
    .strictObject({
      roles: roles.optional().describe("People of these roles in the caller's account"),
      operator: z.literal(true).optional().describe('Whoever runs the gateway'),
      except: z.literal('caller').optional().describe('Nobody decides about calls of their own'),
    })
    .optional()
    .describe(
      "Who decides about calls that need an approval: without it owners and admins of the caller's account. An app only narrows who decides about what policies of the operator ask",
    ),
  notify: z.array(Notice).max(16).optional().describe('Who is told of calls that wait for an approval'),
};

export type ApprovalNotice = z.infer<typeof Notice>;
