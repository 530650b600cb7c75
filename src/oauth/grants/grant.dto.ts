import { z } from 'zod';
import { grantScopes } from '../../kernel/principal.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import type { ProgramGrant } from './program-grant.js';

const AccountName = z.string().min(1).max(63).optional().describe('Slug or id of an account; operators only');

export const GrantListQuery = PageQuery.extend({ account: AccountName });
export type GrantListQuery = z.infer<typeof GrantListQuery>;

export const GrantQuery = z.strictObject({ account: AccountName });
export type GrantQuery = z.infer<typeof GrantQuery>;

const names = z.array(z.string()).nullable();

export const GrantSchema = z
  .object({
    id: z.string().max(36),
    client: z.object({
      id: z.string().max(500),
      name: z.string().max(200).describe('As the program calls itself'),
      host: z.string().nullable().describe('Of its document; else where people are returned to'),
      kind: z
        .enum(['document', 'registered', 'operator'])
        .describe('How it is known: by a document at its host, by its own word, or by the operator'),
    }),
    userId: z.string().max(36).describe('Who let it in'),
    scopes: z.array(z.enum(grantScopes)),
    resource: z.string().nullable().describe('Address of the one endpoint that it reaches; `null`: all'),
    servers: names.describe('Handles of the servers that it was narrowed to; `null`: all'),
    apps: names.describe('Ids of the apps that it was narrowed to; `null`: all'),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    expiresAt: Instant.describe('Unless the program is used before'),
  })
  .meta({ id: 'ProgramGrant' });

export const GrantPageSchema = z
  .object({ grants: z.array(GrantSchema), nextCursor: z.string().optional() })
  .meta({ id: 'ProgramGrantPage' });

export function toGrantView(grant: ProgramGrant): z.infer<typeof GrantSchema> {
  const { id, program, returnHost, userId, scopes, address, servers, apps } = grant;
  const { createdAt, lastUsedAt, expiresAt } = grant;
  return {
    id,
    client: { id: program.id, name: program.name, host: program.host ?? returnHost, kind: program.kind },
    ...{ userId, scopes: grantScopes.filter((scope) => scopes.includes(scope)) },
    ...{ resource: address, servers: listOf(servers), apps: listOf(apps) },
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

function listOf(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}
