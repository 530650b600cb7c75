import { z } from 'zod';
import { authMethods } from './client.js';
import { maxRedirectLength, redirectFault } from './redirect-address.js';

/** Programs send null for what they have nothing to say about. */
const text = (max: number, what: string) => z.string().max(max).nullish().describe(what);
const words = (what: string) => z.array(z.string().max(200)).max(50).nullish().describe(what);

const redirectAddress = z
  .string()
  .max(maxRedirectLength)
  .superRefine((address, context) => {
    const fault = redirectFault(address);
    if (fault !== undefined) context.addIssue(fault);
  });

/** RFC 7591 §2. Members that we do not know are let in and not looked at. */
export const ClientRegistrationRequest = z
  .object({
    redirect_uris: z
      .array(redirectAddress)
      .min(1)
      .max(50)
      .describe('https, http on this computer (any port will do then), or a private scheme'),
    client_name: text(1000, 'Shown to the people who are asked'),
    client_uri: text(2048, 'Page about the program'),
    token_endpoint_auth_method: text(
      100,
      'When absent: `none` if all return addresses are on this computer or have private schemes, else `client_secret_basic`',
    ),
    grant_types: words('Whatever is named, the program may refresh its tokens'),
    response_types: words('Only `code` is given'),
    scope: text(2000, 'Separated by spaces; unknown ones are left out'),
  })
  .meta({ id: 'ClientRegistrationRequest' });
export type ClientRegistrationRequest = z.infer<typeof ClientRegistrationRequest>;

/** RFC 7591 §3.2.1. */
export const RegisteredClientSchema = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int().describe('Seconds since the epoch'),
    client_secret: z.string().optional().describe('Shown this once'),
    client_secret_expires_at: z.literal(0).optional().describe('Never'),
    client_name: z.string(),
    client_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.enum(authMethods),
    grant_types: z.array(z.string()),
    response_types: z.array(z.literal('code')),
    scope: z.string().optional(),
  })
  .meta({ id: 'RegisteredClient' });

/** RFC 7591 §3.2.2. */
export const RegistrationErrorSchema = z
  .object({
    error: z.enum([
      'invalid_redirect_uri',
      'invalid_client_metadata',
      'slow_down',
      'temporarily_unavailable',
      'server_error',
    ]),
    error_description: z.string(),
  })
  .meta({ id: 'RegistrationError' });
