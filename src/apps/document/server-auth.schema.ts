import { z } from 'zod';

const text = z.string().min(1).max(8192);
const address = text
  .regex(/^https?:\/\//i, 'must begin with http:// or https://')
  .refine((url) => URL.canParse(url), 'must be a URL');
const scopes = z
  .array(
    z
      .string()
      .max(256)
      .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope: printable, without spaces and quotes'),
  )
  .max(200);

const sent = {
  scopes: scopes.optional().describe('What to ask for; what the server names when absent'),
  resource: z
    .union([z.literal(false), address])
    .optional()
    .describe(
      '`resource` of RFC 8707: `false` sends none (Microsoft Entra); as the metadata of the server spells it when absent',
    ),
};

function grantedAuth<W extends string>(whose: [W, ...W[]]) {
  return z.strictObject({
    type: z.literal('oauth'),
    for: z.enum(whose).describe('Whose the connection is: of each person their own, or one of the account'),
    clientId: text
      .optional()
      .describe('Our client at the authorization server; made by itself where that is possible'),
    clientSecret: text.optional().describe('`${secret:NAME}` is replaced by a secret of the app'),
    issuer: address
      .optional()
      .describe('The authorization server, in place of the one that the server names'),
    skipIssuerCheck: z
      .boolean()
      .optional()
      .describe('Lets the authorization server call itself something else than its address (Slack)'),
    authorizeParams: z
      .record(z.string().min(1).max(256), z.string().max(2048))
      .optional()
      .describe('Further parameters of the authorization request, such as `access_type` of Google'),
    ...sent,
  });
}

const ClientCredentials = z.strictObject({
  type: z.literal('client_credentials'),
  tokenUrl: address,
  clientId: text,
  clientSecret: text.describe('`${secret:NAME}` is replaced by a secret of the app'),
  ...sent,
});

/** How an app's server is got into. */
export const AppServerAuth = z.discriminatedUnion('type', [
  grantedAuth(['user', 'account']),
  ClientCredentials,
]);

/** How a published server is got into: one connection of the operator can serve all accounts. */
export const OperatorServerAuth = z.discriminatedUnion('type', [
  grantedAuth(['user', 'account', 'operator']),
  ClientCredentials,
]);

export type AppServerAuth = z.infer<typeof AppServerAuth>;
