import { Body, Controller, Get, Headers, Patch, Put } from '@nestjs/common';
import type { UserPrincipal } from '../../kernel/principal.js';
import { isKnown } from '../../platform/http/answers/etag.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiHeader, ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Access } from '../../platform/security/access.js';
import { ChangeGrantsRequest, GrantsSchema, readGrants, ReplaceGrantsRequest } from './server-grant.dto.js';
import { requireSound, ServerGrants, type GrantList } from './server-grants.service.js';

const access = { for: 'user', scope: 'account', roles: ['owner', 'admin'] } as const satisfies Access;
const headers = { ETag: { description: 'Of the list', schema: { type: 'string' } } };
const ifMatchHeader = {
  name: 'If-Match',
  description: 'ETag of the list that the change builds on',
  schema: { type: 'string' as const, maxLength: 1024 },
};
const changed = { 200: { description: 'The grants that hold now', schema: GrantsSchema, headers } };
const problems = ['grants-changed', 'invalid-grants', 'too-many-grants'] as const;

/** Who may use which servers and tools. */
@ApiTags('accounts')
@Controller('api/cli/grants')
export class ServerGrantsController {
  constructor(private readonly grants: ServerGrants) {}

  @Get()
  @Operation({
    id: 'listServerGrants',
    summary: 'Who may use which servers and tools',
    description:
      'Without a grant that names people everybody in the account may use everything; with any, members whom none names may use nothing, owners and admins all unless they are named.',
    access,
    responses: {
      200: {
        description: 'The grants, in the order in which they were added',
        schema: GrantsSchema,
        headers,
      },
      304: { description: 'Not changed' },
    },
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Reply> {
    const list = await this.grants.get(principal);
    return isKnown(list.etag, ifNoneMatch) ? Reply.notModified(headersOf(list)) : replyOf(list);
  }

  @Put()
  @Operation({
    id: 'replaceServerGrants',
    summary: 'Say who may use which servers and tools',
    description:
      'These grants, in place of all that there were. Open sessions of those concerned begin anew.',
    access,
    responses: changed,
    problems,
  })
  @ApiHeader(ifMatchHeader)
  async replace(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ReplaceGrantsRequest }) body: ReplaceGrantsRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const { grants, faults } = readGrants(body.grants, 'grants');
    requireSound(faults);
    return replyOf(await this.grants.change(principal, { grants }, ifMatch, context));
  }

  @Patch()
  @Operation({
    id: 'changeServerGrants',
    summary: 'Add grants and take others away',
    description: 'For long lists. What is there already stays, what is not there is not missed.',
    access,
    responses: changed,
    problems,
  })
  @ApiHeader(ifMatchHeader)
  async change(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ChangeGrantsRequest }) body: ChangeGrantsRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const add = readGrants(body.add ?? [], 'add');
    const remove = readGrants(body.remove ?? [], 'remove');
    requireSound([...add.faults, ...remove.faults]);
    const wanted = { add: add.grants, remove: remove.grants };
    return replyOf(await this.grants.change(principal, wanted, ifMatch, context));
  }
}

function headersOf({ etag }: GrantList): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' };
}

function replyOf(list: GrantList): Reply {
  return Reply.json({ grants: list.grants }, 200, headersOf(list));
}
