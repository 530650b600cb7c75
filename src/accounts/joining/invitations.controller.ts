import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import {
  InvitationPageSchema,
  InvitationRequest,
  InvitationSchema,
  toOpenInvitation,
} from './invitation.dto.js';
import { Invitations } from './invitations.service.js';
import { OpenInvitations } from './open-invitations.service.js';

const access = { for: 'user', scope: 'account', roles: ['owner', 'admin'] } as const;

/** People who are to join, and have not yet. */
@ApiTags('accounts')
@Controller('api/cli/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly open: OpenInvitations,
  ) {}

  @Get()
  @Operation({
    id: 'listInvitations',
    summary: 'The invitations that nobody has accepted yet, newest first',
    description: 'Without their links, which are told once.',
    access,
    responses: { 200: { description: 'Invitations', schema: InvitationPageSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof InvitationPageSchema>> {
    const { items, ...rest } = await this.open.list(principal, page);
    return { invitations: items.map(toOpenInvitation), ...rest };
  }

  @Delete(':invitation')
  @Operation({
    id: 'revokeInvitation',
    summary: 'Take an invitation back',
    access,
    responses: { 204: { description: 'Its link is void' } },
    problems: ['invitation-not-found'],
  })
  async revoke(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('invitation', { schema: IdParam }) invitation: string,
  ): Promise<Reply> {
    await this.open.revoke(principal, invitation, context);
    return Reply.noContent();
  }

  @Post()
  @Operation({
    id: 'createInvitation',
    summary: 'Invite somebody',
    description:
      'The link is in the answer only; the gateway sends no mail. A new invitation to the same address replaces the one before.',
    access,
    responses: { 201: { description: 'Invited', schema: InvitationSchema } },
    problems: ['already-member', 'too-many-members'],
  })
  async create(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: InvitationRequest }) request: InvitationRequest,
  ): Promise<z.infer<typeof InvitationSchema>> {
    context.setHeader('cache-control', 'no-store');
    const { id, url, expiresAt } = await this.invitations.create(principal, request, context);
    return { id, url, expiresAt: new Date(expiresAt).toISOString() };
  }
}
