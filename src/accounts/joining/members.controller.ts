import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { MemberChange, MemberPageSchema, MemberQuery, MemberSchema, toMember } from '../people/member.dto.js';
import { MemberRoles } from './member-roles.service.js';
import { Members } from './members.service.js';

@ApiTags('accounts')
@Controller('api/cli/members')
export class MembersController {
  constructor(
    private readonly members: Members,
    private readonly roles: MemberRoles,
  ) {}

  @Get()
  @Operation({
    id: 'listMembers',
    summary: 'The people of the account',
    access: { for: 'user', scope: 'account' },
    responses: { 200: { description: 'Members', schema: MemberPageSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: MemberQuery }) query: MemberQuery,
  ): Promise<z.infer<typeof MemberPageSchema>> {
    const { items, ...rest } = await this.members.list(principal, query);
    return { members: items.map(toMember), ...rest };
  }

  @Patch(':user')
  @Operation({
    id: 'changeMember',
    summary: 'Give somebody another role',
    description:
      'It holds here at once, in all processes within five seconds; sessions and streams that were begun with the former role end. Admins may not make or unmake owners, and everybody may come down. What a rule of an issuer gives is the rule’s to change.',
    access: { for: 'user', scope: 'account', roles: ['owner', 'admin'] },
    responses: { 200: { description: 'Changed', schema: MemberSchema } },
    problems: ['member-not-found', 'last-owner', 'role-by-rule'],
  })
  async change(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('user', { schema: IdParam }) user: string,
    @Body({ schema: MemberChange }) { role }: MemberChange,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof MemberSchema>> {
    return toMember(await this.roles.change(principal, user, role, context));
  }

  @Delete(':user')
  @Operation({
    id: 'removeMember',
    summary: 'Take somebody out of the account, or leave it',
    description:
      'Their tokens for this account are dead: here at once, in all processes within five seconds. Admins may not remove owners; everybody may leave.',
    access: { for: 'user', scope: 'account' },
    responses: { 204: { description: 'Removed' } },
    problems: ['member-not-found', 'last-owner'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('user', { schema: IdParam }) user: string,
  ): Promise<Reply> {
    await this.members.remove(principal, user, context);
    return Reply.noContent();
  }
}
