import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { SecretView } from './app-secret-store.port.js';
import { isSecretOrigin } from '../document/secret-uses.js';
import { secretNamePattern } from '../document/substitution.js';
import { plainText } from '../document/text-patterns.js';

export const SecretName = z
  .string()
  .max(64)
  .regex(secretNamePattern, 'must be capital letters, digits and underscores, beginning with a letter');

/** Where a secret may go. */
const Origins = z
  .array(
    z
      .string()
      .max(300)
      .refine(isSecretOrigin, 'must be an origin such as https://api.example.com, or stdio: for commands'),
  )
  .min(1)
  .max(20);

export const PutSecretRequest = z
  .strictObject({
    value: z.string().min(1).max(65_536).regex(plainText, 'must not have control characters'),
    origins: Origins.optional().describe(
      'Where it may go: scheme, host and port, as `https://api.example.com`. Without it the origins stay as they are; a secret that has none is fixed to those to which the config in force, or the next one, sends it. Only owners and admins add an origin to those of a secret that has some',
    ),
  })
  .meta({ id: 'PutSecretRequest' });
export type PutSecretRequest = z.infer<typeof PutSecretRequest>;

export const PatchSecretRequest = z
  .strictObject({ origins: Origins.describe('All origins that it may go to from now on') })
  .meta({ id: 'PatchSecretRequest' });
export type PatchSecretRequest = z.infer<typeof PatchSecretRequest>;

export const SecretSchema = z
  .object({
    name: z.string().max(64),
    createdAt: Instant,
    updatedAt: Instant,
    origins: z
      .array(z.object({ origin: z.string().max(300), firstUsedAt: Instant.optional() }))
      .describe('Where it may go; none: it goes nowhere before a config that uses it is saved'),
  })
  .meta({ id: 'Secret', description: 'A secret without its value, which never comes back' });

export const SecretListSchema = z
  .object({ secrets: z.array(SecretSchema), nextCursor: z.string().optional() })
  .meta({ id: 'SecretList' });

export function toSecret({ name, createdAt, updatedAt, origins }: SecretView): z.infer<typeof SecretSchema> {
  return {
    name,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    origins: origins.map(({ origin, usedAt }) => ({
      origin,
      ...(usedAt === null ? {} : { firstUsedAt: new Date(usedAt).toISOString() }),
    })),
  };
}
