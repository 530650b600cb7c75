import { z } from 'zod';
import { shownLine } from '../../kernel/text/shown-line.js';
import { deviceCodeGrantType } from '../protocol/grant-types.js';
import type { DeviceFacts } from './device-grant.js';

/**
 * Members that we do not know are not looked at, and empty ones count as absent (RFC 6749 §3.1). What is wrong with the value of one the
 * controller says, in OAuth's terms.
 */
const parameter = (max: number, what: string) =>
  z
    .string()
    .max(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .describe(what);
const fact = z.string().max(1000).optional();

export const DeviceLoginRequest = z
  .object({
    client_id: parameter(512, 'Name of the program'),
    scope: parameter(1000, 'Separated by spaces; all but `operator` when absent'),
    device: z
      .union([z.object({ name: fact, os: fact, version: fact }), z.string().max(1000)])
      .optional()
      .describe('Shown to the person who approves; a text is taken for the name'),
  })
  .meta({ id: 'DeviceLoginRequest' });
export type DeviceLoginRequest = z.infer<typeof DeviceLoginRequest>;

export const DeviceLoginSchema = z
  .object({
    device_code: z.string(),
    user_code: z.string().describe('To be shown: `WDJB-MJHT`'),
    verification_uri: z.url(),
    verification_uri_complete: z.url(),
    expires_in: z.int().describe('Seconds'),
    interval: z.int().describe('Seconds between polls'),
  })
  .meta({ id: 'DeviceLogin' });

export const PollRequest = z
  .object({
    device_code: parameter(512, 'From the start of the login'),
    client_id: parameter(512, 'As at the start of the login'),
    grant_type: parameter(512, `\`${deviceCodeGrantType}\` when present`),
  })
  .meta({ id: 'DevicePollRequest' });
export type PollRequest = z.infer<typeof PollRequest>;

export const DeviceTokenSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    scope: z.string(),
  })
  .meta({ id: 'DeviceToken' });

const maxFact = 64;

/** What the device says of itself, fit to be shown: one line without invisible characters, which could turn the text around. */
export function toDeviceFacts(device: DeviceLoginRequest['device']): DeviceFacts {
  const { name, os, version } = typeof device === 'string' ? { name: device } : (device ?? {});
  return { name: clean(name), os: clean(os), version: clean(version) };
}

function clean(text: string | undefined): string | null {
  return shownLine(text ?? '', maxFact) ?? null;
}
