import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { ownerWords } from '../credentials/connect-path.js';
import type { Connection } from '../credentials/connection.js';
import type { NamedOwner } from './named-owner.js';

const Owner = z.object({
  kind: z.enum(['user', 'account', 'app']),
  id: z.string().max(36).describe('`*`: the operator made it for all accounts'),
  name: z.string().max(200),
});

export const ConnectionSchema = z
  .object({
    id: z.string().max(36).describe('`ucr_…`'),
    server: z.string().max(127).describe('Handle; the id of a server that is not declared any more'),
    owner: Owner,
    state: z.enum(['ok', 'needs_auth', 'refreshing']).describe('`needs_auth`: somebody has to connect again'),
    scopes: z.array(z.string()),
    issuer: z.string().describe('The authorization server'),
    expiresAt: Instant.nullable().describe('Of the token at hand, which renews itself; `null`: not told'),
    lastError: z.string().optional(),
  })
  .meta({ id: 'Connection' });

export const ConnectionListSchema = z
  .object({ connections: z.array(ConnectionSchema) })
  .meta({ id: 'ConnectionList' });

export const ConnectRequest = z
  .strictObject({
    server: z.string().min(1).max(127).describe('Handle'),
    owner: z
      .enum(ownerWords)
      .optional()
      .describe('Whose it will be; left out, the declaration says. `app` goes with a handle `app.name`'),
  })
  .meta({ id: 'ConnectRequest' });
export type ConnectRequest = z.infer<typeof ConnectRequest>;

export const ConnectAddressSchema = z
  .object({ connectUrl: z.string().describe('A page of this gateway, to be opened in a browser') })
  .meta({ id: 'ConnectAddress' });

export const ConnectionTestSchema = z
  .object({
    ok: z.boolean(),
    identity: z.string().optional().describe('Whom the server takes us for, where it says so'),
    toolCount: z.int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'ConnectionTest' });

export function toConnectionView(
  { id, server, serverId, state, scopes, issuer, expiresAt, lastError }: Connection,
  owner: NamedOwner,
): z.infer<typeof ConnectionSchema> {
  return {
    ...{ id, server: server ?? serverId, owner, state, scopes: [...scopes], issuer },
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    ...(lastError === undefined ? {} : { lastError }),
  };
}
