import { z } from 'zod';
import { base64url } from '../../platform/http/bodies/base64url.dto.js';
import type { ShownPasskeyAnswer } from '../factors/webauthn.port.js';
import { maxNextPage } from '../sign-in/next-page.js';
import { csrf, ticket } from '../sign-in/person-form.dto.js';

/** The JSON of Web Authentication (§5.1), as far as it is looked at. */
const ShownPasskeySchema = z.object({
  id: base64url(1400).min(1),
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: base64url(128).nullish(),
  }),
});

export const PasskeyQuestionForm = z.strictObject({ csrf, ticket }).meta({ id: 'PasskeyQuestionForm' });

export const PasskeySignInForm = z.object({
  csrf,
  ticket,
  next: z.string().max(maxNextPage).optional(),
  /** Of what the browser was asked to show, in JSON. */
  passkey: z.string().max(32_768).default(''),
});

/** `undefined` for what no browser says. */
export function readPasskey(json: string): ShownPasskeyAnswer | undefined {
  try {
    const { id, response } = ShownPasskeySchema.parse(JSON.parse(json));
    return { id, ...response, userHandle: response.userHandle ?? undefined };
  } catch {
    return undefined;
  }
}
