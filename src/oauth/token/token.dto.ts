import { z } from 'zod';
import { maxClientIdLength } from '../clients/client.js';
import { maxRedirectLength } from '../clients/redirect-address.js';

/** Members that we do not know are not looked at, and empty ones count as absent (RFC 6749 §3.2). */
const parameter = (max: number, what: string) =>
  z
    .string()
    .max(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .describe(what);

const resources = z
  .union([z.string().max(maxRedirectLength), z.array(z.string().max(maxRedirectLength)).max(10)])
  .transform((value) => (typeof value === 'string' ? [value] : value).filter(Boolean))
  .optional()
  .describe('What the token is for (RFC 8707): nothing else than was granted');

const credentials = {
  client_id: parameter(maxClientIdLength, 'Unless the Authorization header names the client'),
  client_secret: parameter(512, 'Of a client that has one and sends it in the body'),
};

export const TokenRequest = z
  .object({
    ...{ grant_type: parameter(200, 'What the tokens are given for'), ...credentials },
    code: parameter(512, 'For `authorization_code`'),
    redirect_uri: parameter(maxRedirectLength, 'As in the authorization request'),
    code_verifier: parameter(512, 'RFC 7636 §4.1'),
    refresh_token: parameter(512, 'For `refresh_token`'),
    scope: parameter(1000, 'For `refresh_token`: less than was granted'),
    resource: resources,
    device_code: parameter(512, 'For the device grant (RFC 8628 §3.4)'),
  })
  .meta({ id: 'TokenRequest' });
export type TokenRequest = z.infer<typeof TokenRequest>;

/** RFC 6749 §5.1. */
export const TokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().optional().describe('Seconds'),
    refresh_token: z.string().optional().describe('Takes the place of the one that was sent'),
    scope: z.string(),
  })
  .meta({ id: 'TokenAnswer' });

export const RevocationRequest = z
  .object({
    ...credentials,
    token: parameter(512, 'An access or refresh token'),
    token_type_hint: parameter(100, 'Not looked at: tokens say what they are'),
  })
  .meta({ id: 'RevocationRequest' });
export type RevocationRequest = z.infer<typeof RevocationRequest>;

/** RFC 7009 §2.2: nobody needs to read it. */
export const RevocationAnswer = z.object({}).meta({ id: 'RevocationAnswer' });
