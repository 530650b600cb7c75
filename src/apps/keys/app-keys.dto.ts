import { z } from 'zod';
import { TokenSchema } from '../../accounts/tokens/token.dto.js';
import { keyScopes } from './key-scopes.js';
import { lineWithContent } from '../document/text-patterns.js';

export const CreateKeyRequest = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .regex(lineWithContent, 'must be one line with something to see in it')
      .optional()
      .describe('Who uses it'),
    client: z
      .string()
      .min(1)
      .max(40)
      .regex(/^[a-z0-9](-?[a-z0-9])*$/, 'must be a slug')
      .optional()
      .describe('The client that uses it: its first call with this key ends the keys before of this client'),
    scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length).optional().describe('All by default'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .max(40)
      .optional()
      .describe('Without it the key lives until it is revoked'),
  })
  .meta({ id: 'CreateKeyRequest' });
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;

export const IssuedKeySchema = TokenSchema.extend({
  key: z.string().max(64).describe('`gta_…`, shown this once'),
}).meta({ id: 'IssuedKey' });

export const KeyListSchema = z
  .object({ keys: z.array(TokenSchema), nextCursor: z.string().optional() })
  .meta({ id: 'KeyList' });
