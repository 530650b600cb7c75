import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { scopes } from '../../kernel/principal.js';
import type { ShownToken } from './access-token.js';

/** A token or key as lists show it; the text itself is shown once, when it is made. */
export const TokenSchema = z
  .object({
    id: z.string().max(36),
    kind: z
      .enum(['user', 'app', 'grant', 'session'])
      .describe('`grant`: of a program that came in by OAuth; `session`: a browser that is signed in'),
    name: z.string().max(200).describe('Who uses it'),
    client: z.string().max(40).optional().describe('Of a key that was made for a client'),
    hint: z.string().max(24).describe('Beginning and end of its text'),
    scopes: z.array(z.enum(scopes)),
    createdAt: Instant,
    expiresAt: Instant.nullable().describe('`null`: lives until it is revoked'),
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Token' });

export function toToken(token: ShownToken): z.infer<typeof TokenSchema> {
  const { id, name, client, hint, scopes: granted, createdAt, expiresAt, lastUsedAt } = token;
  return {
    ...{ id, kind: kindOf(token), name },
    ...(client === null ? {} : { client }),
    hint,
    scopes: [...granted],
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: instant(expiresAt),
    lastUsedAt: instant(lastUsedAt),
  };
}

function kindOf({ kind, source }: ShownToken): z.infer<typeof TokenSchema>['kind'] {
  if (source === 'browser') return 'session';
  return source === 'grant' ? 'grant' : kind;
}

function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
