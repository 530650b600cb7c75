import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { HeldFactors } from '../factors/factor.js';
import { PasskeySchema, toPasskey } from './passkey.dto.js';

const code = z.string().min(1).max(32);

export const FactorBegin = z.strictObject({ password: z.string().max(1000) }).meta({ id: 'FactorBegin' });
export type FactorBegin = z.infer<typeof FactorBegin>;

export const FactorCode = z
  .strictObject({ code: code.describe('That the authenticator shows now') })
  .meta({ id: 'FactorCode' });
export type FactorCode = z.infer<typeof FactorCode>;

export const FactorRemoval = z
  .strictObject({ code: code.describe('That the authenticator shows now, or a recovery code') })
  .meta({ id: 'FactorRemoval' });
export type FactorRemoval = z.infer<typeof FactorRemoval>;

export const NewFactorSchema = z
  .object({
    secret: z.string().max(64).describe('To be typed into an authenticator, in base32'),
    uri: z
      .string()
      .max(1000)
      .describe('The same with all else, as authenticators read it from a picture: `otpauth://totp/…`'),
  })
  .meta({ id: 'NewFactor' });

export const RecoveryCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string().max(32))
      .max(20)
      .describe('Each good once in place of a code; never shown again'),
  })
  .meta({ id: 'RecoveryCodes' });

const AuthenticatorSchema = z
  .object({
    kind: z.literal('totp'),
    createdAt: Instant.describe('Since when it is asked for'),
    recoveryCodesLeft: z.number().int().min(0),
  })
  .meta({ id: 'HeldAuthenticator' });

const HeldPasskeySchema = PasskeySchema.extend({ kind: z.literal('passkey') }).meta({ id: 'HeldPasskey' });

export const FactorListSchema = z
  .object({
    factors: z.array(z.discriminatedUnion('kind', [AuthenticatorSchema, HeldPasskeySchema])).max(101),
    recoveryCodesLeft: z.number().int().min(0).describe('Each stands in for any of them once'),
    required: z.boolean().describe('Whether the account asks its people for one'),
    canAdd: z
      .boolean()
      .describe('Whether you sign in with a password of the gateway, to which one can be added'),
    canAddPasskey: z
      .boolean()
      .describe('Whether that may be a passkey: at an address for which browsers have them'),
  })
  .meta({ id: 'Factors' });

export function toFactors(
  held: HeldFactors | undefined,
  of: { readonly required: boolean; readonly canAdd: boolean; readonly canAddPasskey: boolean },
): z.infer<typeof FactorListSchema> {
  const { authenticatorSince: since, passkeys = [], recoveryCodesLeft = 0 } = held ?? {};
  const createdAt = since === undefined ? undefined : new Date(since).toISOString();
  return {
    factors: [
      ...(createdAt === undefined ? [] : [{ kind: 'totp' as const, createdAt, recoveryCodesLeft }]),
      ...passkeys.map((passkey) => ({ kind: 'passkey' as const, ...toPasskey(passkey) })),
    ],
    recoveryCodesLeft,
    ...of,
  };
}
