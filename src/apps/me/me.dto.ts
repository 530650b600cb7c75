import { z } from 'zod';
import { MeSchema, toMe } from '../../accounts/sessions/identity.dto.js';
import type { Identity } from '../../accounts/sessions/identity.js';
import { toToken } from '../../accounts/tokens/token.dto.js';
import { isOperator, scopes, type Principal } from '../../kernel/principal.js';
import { version } from '../../version.js';
import type { KeyIdentity } from './key-identity.js';

const role = z.enum(['owner', 'admin', 'member']);

export const CallerSchema = z
  .object({
    user: MeSchema.shape.user.optional().describe('Absent for the key of an app'),
    app: z
      .object({ id: z.string(), slug: z.string(), name: z.string() })
      .optional()
      .describe('That of a key'),
    account: z.object({
      ...{ id: z.string(), slug: z.string(), name: z.string() },
      role: role.optional().describe('Of the person'),
    }),
    accounts: z
      .array(z.object({ id: z.string(), slug: z.string(), name: z.string(), role }))
      .optional()
      .describe(
        'All that the person is in, the oldest first; a browser speaks for the one that `X-Account` names by slug or id, or else for the first',
      ),
    permissions: z.array(z.enum(scopes)).describe('The scopes that the request had'),
    operator: z.boolean().describe('Whether the caller runs this gateway'),
    token: MeSchema.shape.token,
    server: MeSchema.shape.server,
  })
  .meta({ id: 'Caller', description: 'Who is asking, and what they may do' });

export function toCaller(
  principal: Principal,
  identity: Identity | KeyIdentity,
): z.infer<typeof CallerSchema> {
  const permissions = scopes.filter((scope) => principal.scopes.has(scope));
  if ('user' in identity)
    return {
      ...toMe(identity),
      accounts: identity.memberships.map(({ account: { id, slug, name }, role }) => ({
        id,
        slug,
        name,
        role,
      })),
      permissions,
      operator: isOperator(principal),
    };
  const { app, account, token } = identity;
  return {
    app: { id: app.id, slug: app.slug, name: app.name },
    account: { id: account.id, slug: account.slug, name: account.name },
    permissions,
    operator: false,
    token: toToken(token),
    server: { version },
  };
}
