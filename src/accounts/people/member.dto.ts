import { z } from 'zod';
import { PageQuery, SearchWords } from '../../platform/pages/page-query.dto.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { maxPasswordLength, minPasswordLength } from '../../kernel/password-rules.js';
import { isVerified, type Member } from './person.js';

const NewPassword = z.string().min(minPasswordLength).max(maxPasswordLength);

export const MemberSchema = z
  .object({
    id: z.string().max(36).describe('Of the user'),
    email: z.string().max(254),
    emailVerified: z.boolean().describe('Else somebody who accepted an invitation says that it is theirs'),
    name: z.string().max(200),
    role: z.enum(['owner', 'admin', 'member']),
    joinedAt: Instant,
  })
  .meta({ id: 'Member' });

export const MemberQuery = PageQuery.extend({
  q: SearchWords.optional().describe('Those whose name or address has these words in it, or whose id it is'),
});
export type MemberQuery = z.infer<typeof MemberQuery>;

export const MemberPageSchema = z
  .object({ members: z.array(MemberSchema), nextCursor: z.string().optional() })
  .meta({ id: 'MemberPage' });

export const MemberChange = z
  .strictObject({ role: z.enum(['owner', 'admin', 'member']) })
  .meta({ id: 'MemberChange' });
export type MemberChange = z.infer<typeof MemberChange>;

export function toMember({ user, role, joinedAt }: Member): z.infer<typeof MemberSchema> {
  const { id, email, name } = user;
  return {
    id,
    email,
    emailVerified: isVerified(user),
    name,
    role,
    joinedAt: new Date(joinedAt).toISOString(),
  };
}

export const PasswordChange = z
  .strictObject({ currentPassword: z.string().max(1000), newPassword: NewPassword })
  .meta({ id: 'PasswordChange' });
export type PasswordChange = z.infer<typeof PasswordChange>;
