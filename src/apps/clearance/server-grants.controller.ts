import { Body, Controller, Get, Headers, Patch, Put, Query } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { defaultPageSize } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { isKnown } from '../../platform/http/answers/etag.js';
import { wantsMinimal } from '../../platform/http/answers/prefer.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiHeader, ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Access } from '../../platform/security/access.js';
import {
  ChangeGrantsRequest,
  ServerGrantQuery,
  GrantsSchema,
  readGrants,
  ReplaceGrantsRequest,
} from './server-grant.dto.js';
import { GrantPages, type GrantPage } from './grant-pages.service.js';
import { requireSound, ServerGrants, type GrantList, type WantedGrants } from './server-grants.service.js';

const access = { for: 'user', scope: 'account', roles: ['owner', 'admin'] } as const satisfies Access;
const etagHeader = { ETag: { description: 'Of the list', schema: { type: 'string' } } };
const ifMatchHeader = {
  name: 'If-Match',
  description: 'ETag of the list that the change builds on',
  schema: { type: 'string' as const, maxLength: 1024 },
};
const preferHeader = {
  name: 'Prefer',
  description:
    '`return=minimal` (RFC 7240): answered with 204 and the new ETag, without the list, which may be long',
  schema: { type: 'string' as const, maxLength: 1024 },
};
const changed = {
  200: { description: 'The grants that hold now', schema: GrantsSchema, headers: etagHeader },
  204: { description: 'They hold now', headers: etagHeader },
};
const problems = ['grants-changed', 'invalid-grants', 'too-many-grants'] as const;

/** Who may use which servers and tools. */
@ApiTags('accounts')
@Controller('api/cli/grants')
export class ServerGrantsController {
  constructor(
    private readonly grants: ServerGrants,
    private readonly pages: GrantPages,
  ) {}

  @Get()
  @Operation({
    id: 'listServerGrants',
    summary: 'Who may use which servers and tools',
    description:
      'Without a grant that names people everybody in the account may use everything; with any, members whom none names may use nothing, owners and admins all unless they are named. The whole list, or with `limit`, `cursor` or a filter page by page.',
    access,
    responses: {
      200: {
        description: 'The grants, in the order in which they were added',
        schema: GrantsSchema,
        headers: etagHeader,
      },
      304: { description: 'Not changed' },
    },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: ServerGrantQuery }) query: ServerGrantQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Reply> {
    const etag = await this.grants.etagOf(principal);
    if (isKnown(etag, ifNoneMatch)) return Reply.notModified(headersOf(etag));
    if (Object.keys(query).length === 0) return replyOf(await this.grants.get(principal));
    const { limit = defaultPageSize, cursor, ...filter } = query;
    return replyOf(await this.pages.list(principal, filter, { limit, cursor }));
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
  @ApiHeader(preferHeader)
  async replace(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ReplaceGrantsRequest }) body: ReplaceGrantsRequest,
    @Headers() headers: IncomingHttpHeaders,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const { grants, faults } = readGrants(body.grants, 'grants');
    requireSound(faults);
    return this.changed(principal, { grants }, headers, context);
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
  @ApiHeader(preferHeader)
  async change(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ChangeGrantsRequest }) body: ChangeGrantsRequest,
    @Headers() headers: IncomingHttpHeaders,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const add = readGrants(body.add ?? [], 'add');
    const remove = readGrants(body.remove ?? [], 'remove');
    requireSound([...add.faults, ...remove.faults]);
    const wanted = { add: add.grants, remove: remove.grants };
    return this.changed(principal, wanted, headers, context);
  }

  private async changed(
    principal: UserPrincipal,
    wanted: WantedGrants,
    { 'if-match': ifMatch, prefer }: IncomingHttpHeaders,
    context: RequestContext,
  ): Promise<Reply> {
    await this.grants.change(principal, wanted, ifMatch, context);
    if (!wantsMinimal(prefer)) return replyOf(await this.grants.get(principal));
    const applied = { 'preference-applied': 'return=minimal' };
    return new Reply(204, undefined, { ...headersOf(await this.grants.etagOf(principal)), ...applied });
  }
}

function headersOf(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' };
}

function replyOf({ etag, grants, members, forPeople, nextCursor }: GrantList & Partial<GrantPage>): Reply {
  const people = members?.map(({ user: { id, email, name } }) => ({ id, email, name }));
  const rest = JSON.stringify({ members: people, forPeople, nextCursor }).slice(1, -1);
  const json = `{"grants":[${grants.join(',')}]${rest === '' ? '' : `,${rest}`}}`;
  return Reply.json(Buffer.from(json), 200, headersOf(etag));
}
