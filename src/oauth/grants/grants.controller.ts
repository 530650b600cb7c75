import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { GrantListQuery, GrantPageSchema, GrantQuery, toGrantView } from './grant.dto.js';
import { ProgramGrants } from './program-grants.service.js';

/** Any live token of a person may see and take back what that person has granted. */
const access = { for: 'user', otherAccounts: true } as const;

/** The programs that people let in. */
@ApiTags('oauth')
@Controller('api/grants')
export class GrantsController {
  constructor(private readonly grants: ProgramGrants) {}

  @Get()
  @Operation({
    id: 'listGrants',
    summary: 'The programs that you let in to this account, newest first',
    description: 'Operators who name an account see those of all its people.',
    access,
    responses: { 200: { description: 'Grants', schema: GrantPageSchema } },
    problems: ['invalid-cursor', 'account-not-found'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: GrantListQuery }) { account, ...page }: GrantListQuery,
  ): Promise<z.infer<typeof GrantPageSchema>> {
    const { items, ...rest } = await this.grants.list(await this.grants.scopeFor(principal, account), page);
    return { grants: items.map(toGrantView), ...rest };
  }

  @Delete(':id')
  @Operation({
    id: 'revokeGrant',
    summary: 'Take back what a program was granted',
    description:
      'Its tokens are dead: here at once, in all processes within five seconds, with what is open under them.',
    access,
    responses: { 204: { description: 'Revoked' } },
    problems: ['grant-not-found', 'account-not-found'],
  })
  async revoke(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
    @Query({ schema: GrantQuery }) { account }: GrantQuery,
  ): Promise<Reply> {
    await this.grants.revoke(id, await this.grants.scopeFor(principal, account), principal, context);
    return Reply.noContent();
  }
}
