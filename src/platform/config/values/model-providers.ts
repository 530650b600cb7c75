import { z } from 'zod';
import { baseAddress } from '../variable.js';

/** A provider of models beside those that have variables of their own. */
export interface ModelProviderSetting {
  readonly baseUrl: string;
  /** Name of the variable that holds its key. */
  readonly apiKeyEnv?: string | undefined;
}

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'names of providers take a-z, 0-9, - and _')
  .refine((text) => !['openai', 'anthropic'].includes(text), 'openai and anthropic have their own variables');

/** Reads `{"name": {"baseUrl": "…", "apiKeyEnv": "NAME"}}`. */
export const modelProviders: z.ZodType<Readonly<Record<string, ModelProviderSetting>>, string> = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      name,
      z.strictObject({ baseUrl: baseAddress, apiKeyEnv: z.string().min(1).max(128).optional() }),
    ),
  );

/** Reads `name=address,name=address`. */
export const localRuntimes: z.ZodType<Readonly<Record<string, string>>, string> = z
  .string()
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((entry) => {
        const [key = '', ...rest] = entry.trim().split('=');
        return [key, rest.join('=')];
      }),
    ),
  )
  .pipe(z.record(name, baseAddress));
