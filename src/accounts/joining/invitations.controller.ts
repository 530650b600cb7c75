import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { InvitationRequest, InvitationSchema } from './invitation.dto.js';
import { Invitations } from './invitations.service.js';

@ApiTags('accounts')
@Controller('api/cli/invitations')
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Post()
  @Operation({
    id: 'createInvitation',
    summary: 'Invite somebody',
    description:
      'The link is in the answer only; the gateway sends no mail. A new invitation to the same address replaces the one before.',
    access: { for: 'user', scope: 'account', roles: ['owner', 'admin'] },
    responses: { 201: { description: 'Invited', schema: InvitationSchema } },
    problems: ['already-member'],
  })
  async create(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: InvitationRequest }) request: InvitationRequest,
  ): Promise<z.infer<typeof InvitationSchema>> {
    const { id, url, expiresAt } = await this.invitations.create(principal, request, context);
    return { id, url, expiresAt: new Date(expiresAt).toISOString() };
  }
}
