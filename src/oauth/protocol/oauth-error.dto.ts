import { z } from 'zod';
import { oauthErrors, type OAuthErrorCode } from './oauth-error.js';

/** RFC 6749 §5.2, RFC 8628 §3.5. */
export const OAuthErrorSchema = z
  .object({
    error: z.enum(Object.keys(oauthErrors) as [OAuthErrorCode, ...OAuthErrorCode[]]),
    error_description: z.string(),
    interval: z.int().optional().describe('Seconds between polls from now on'),
  })
  .meta({ id: 'OAuthError' });
