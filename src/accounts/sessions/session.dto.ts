import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { Session } from './session-store.port.js';

const SessionSchema = z
  .object({
    id: z.string().max(36),
    createdAt: Instant.describe('When somebody signed in'),
    address: z.string().max(64).nullable().describe('Where from'),
    userAgent: z.string().max(300).nullable().describe('What the browser said that it is'),
    provider: z
      .string()
      .max(32)
      .nullable()
      .describe('Id of the issuer at which it was; null with a password or a passkey of the gateway'),
    current: z.boolean().describe('Whether it is the browser that asks'),
  })
  .meta({ id: 'BrowserSession' });

export const SessionListSchema = z
  .object({ sessions: z.array(SessionSchema).max(200) })
  .meta({ id: 'BrowserSessions' });

export function toOwnSession(
  { id, createdAt, address, userAgent, provider }: Session,
  current: string,
): z.infer<typeof SessionSchema> {
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    address,
    userAgent,
    provider,
    current: id === current,
  };
}
