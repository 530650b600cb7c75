import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';

export const PasswordReset = z
  .strictObject({ factor: z.boolean().optional().describe('Its use takes the second factor away too') })
  .optional()
  .meta({ id: 'PasswordReset' });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const PasswordResetSchema = z
  .object({ url: z.url().describe('To be sent to the person; works once'), expiresAt: Instant })
  .meta({ id: 'PasswordResetLink' });
