import { z } from 'zod';
import { version } from '../../version.js';
import { isVerified } from '../people/person.js';
import { TokenSchema, toToken } from '../tokens/token.dto.js';
import type { Identity } from './identity.js';

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
