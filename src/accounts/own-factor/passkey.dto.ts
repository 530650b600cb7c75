import { z } from 'zod';
import { base64url } from '../../platform/http/bodies/base64url.dto.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { NewPasskeyAnswer } from '../factors/webauthn.port.js';
import type { StoredPasskey } from '../factors/passkey-store.port.js';

const password = z.string().max(1000);

export const PasskeyBegin = z.strictObject({ password }).meta({ id: 'PasskeyBegin' });
export type PasskeyBegin = z.infer<typeof PasskeyBegin>;

export const PasskeyRemoval = z.strictObject({ password }).meta({ id: 'PasskeyRemoval' });
export type PasskeyRemoval = z.infer<typeof PasskeyRemoval>;

/** The JSON of Web Authentication (§5.1), as far as it is looked at. */
const CredentialSchema = z.object({
  id: base64url(1400).min(1),
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});

export const NewPasskey = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), 'must have no signs that cannot be seen')
      .describe('By which you tell it from your others'),
    credential: CredentialSchema.describe(
      'What the browser made: a `PublicKeyCredential` in the JSON of Web Authentication',
    ),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof NewPasskey>;

/** What a form carries; `undefined` for what no browser makes. */
export function readNewPasskey(json: string): NewPasskeyAnswer | undefined {
  try {
    const { id, response } = CredentialSchema.parse(JSON.parse(json));
    return { id, ...response };
  } catch {
    return undefined;
  }
}

export const PasskeySchema = z.object({
  id: z.string().max(36),
  name: z.string().max(100),
  createdAt: Instant.describe('When you added it'),
  lastUsedAt: Instant.nullable().describe('When you last signed in with it'),
});

export const AddedPasskeySchema = PasskeySchema.extend({
  recoveryCodes: z
    .array(z.string().max(32))
    .max(20)
    .describe('Of your first factor: each good once in place of it; never shown again'),
}).meta({ id: 'AddedPasskey' });

export function toPasskey({ id, name, createdAt, lastUsedAt }: StoredPasskey): z.infer<typeof PasskeySchema> {
  return {
    ...{ id, name, createdAt: new Date(createdAt).toISOString() },
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}

export function toAddedPasskey({
  passkey,
  recoveryCodes,
}: {
  readonly passkey: StoredPasskey;
  readonly recoveryCodes: readonly string[];
}): z.infer<typeof AddedPasskeySchema> {
  return { ...toPasskey(passkey), recoveryCodes: [...recoveryCodes] };
}
