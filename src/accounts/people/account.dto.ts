import { z } from 'zod';
import { configAccesses, type Account, type AccountSettings } from './person.js';

const ConfigAccess = z
  .enum(configAccesses)
  .describe(
    'Who can create apps and change configs and secrets: all members, or only owners and admins (default). All members can read them, without the values of secrets.',
  );

const RequireSecondFactor = z
  .boolean()
  .describe(
    'Whether browsers are let in with a second factor only; who signs in at an issuer has shown theirs there',
  );

export const AccountSchema = z
  .object({
    id: z.string().max(36),
    slug: z.string().max(63),
    name: z.string().max(100),
    configAccess: ConfigAccess,
    requireSecondFactor: RequireSecondFactor,
  })
  .meta({ id: 'Account' });

export const ChangeAccountRequest = z
  .strictObject({ configAccess: ConfigAccess, requireSecondFactor: RequireSecondFactor })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must change something')
  .meta({ id: 'ChangeAccountRequest', minProperties: 1 });
export type ChangeAccountRequest = z.infer<typeof ChangeAccountRequest>;

export function toAccount({
  id,
  slug,
  name,
  configAccess,
  requireSecondFactor,
}: Account & AccountSettings): z.infer<typeof AccountSchema> {
  return { id, slug, name, configAccess, requireSecondFactor };
}
