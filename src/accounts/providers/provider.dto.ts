import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import type { ProviderSubject } from './subject-store.port.js';

export const ProviderListSchema = z
  .object({
    providers: z.array(z.object({ id: z.string().max(32), label: z.string().max(60) })).max(50),
  })
  .meta({ id: 'SignInProviders' });

export const SignInSchema = z
  .object({
    provider: z.string().max(32),
    at: Instant,
    claims: z.record(z.string(), z.unknown()).describe('What the issuer said of the person'),
    rules: z
      .array(
        z.object({
          claim: z.string().max(200),
          match: z.string().max(200),
          account: z.string().max(63),
          role: z.enum(['owner', 'admin', 'member']),
        }),
      )
      .max(1000)
      .describe('Those that matched and name this account'),
  })
  .meta({ id: 'LastSignIn' });

export function toProviders(providers: readonly SignInProvider[]): z.infer<typeof ProviderListSchema> {
  return { providers: providers.map(({ id, label }) => ({ id, label })) };
}

export function toSignIn({
  provider,
  signedInAt,
  claims,
  rules,
}: ProviderSubject): z.infer<typeof SignInSchema> {
  return { provider, at: new Date(signedInAt).toISOString(), claims: { ...claims }, rules: [...rules] };
}
