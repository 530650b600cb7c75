import { z } from 'zod';
import { Instant } from '../platform/http/instant.dto.js';
import type { SecretSummary } from './app-secret-store.port.js';
import { secretNamePattern } from './substitution.js';
import { plainText } from './texts.js';

export const SecretName = z
  .string()
  .max(64)
  .regex(secretNamePattern, 'must be capital letters, digits and underscores, beginning with a letter');

export const PutSecretRequest = z
  .strictObject({
    value: z.string().min(1).max(65_536).regex(plainText, 'must not have control characters'),
  })
  .meta({ id: 'PutSecretRequest' });
export type PutSecretRequest = z.infer<typeof PutSecretRequest>;

export const SecretSchema = z
  .object({ name: z.string().max(64), createdAt: Instant, updatedAt: Instant })
  .meta({ id: 'Secret', description: 'A secret without its value, which never comes back' });

export const SecretListSchema = z
  .object({ secrets: z.array(SecretSchema), nextCursor: z.string().optional() })
  .meta({ id: 'SecretList' });

export function toSecret({ name, createdAt, updatedAt }: SecretSummary): z.infer<typeof SecretSchema> {
  return {
    name,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
