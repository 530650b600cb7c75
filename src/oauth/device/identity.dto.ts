import { z } from 'zod';
import type { Identity } from '../../accounts/tokens/identity.js';
import { isVerified } from '../../accounts/people/person.js';
import { TokenSchema, toToken } from '../../accounts/tokens/token.dto.js';
import { version } from '../../version.js';

export const MeSchema = z
  .object({
    user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() }),
    account: z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      role: z.enum(['owner', 'admin', 'member']),
    }),
    token: TokenSchema,
    server: z.object({ version: z.string() }),
  })
  .meta({ id: 'Me' });

export function toMe({ user, account, role, token }: Identity): z.infer<typeof MeSchema> {
  return {
    user: { id: user.id, email: user.email, emailVerified: isVerified(user), name: user.name },
    account: { id: account.id, slug: account.slug, name: account.name, role },
    token: toToken(token),
    server: { version },
  };
}

export const TokenPageSchema = z
  .object({
    tokens: z.array(
      TokenSchema.extend({ current: z.boolean().describe('The one that this request was made with') }).meta({
        id: 'OwnToken',
      }),
    ),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'TokenPage' });
