import { z } from 'zod';
import { TokenSchema } from '../../accounts/tokens/token.dto.js';

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
