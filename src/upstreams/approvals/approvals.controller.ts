import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Principal, UserPrincipal } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { ApprovalInbox } from './approval-inbox.service.js';
import type { OpenedApproval } from './approval.js';
import {
  ApprovalDecisionRequest,
  ApprovalPageSchema,
  ApprovalSchema,
  ApprovalsQuery,
  toApproval,
} from './approvals.dto.js';

const seeAccess = { for: 'any', scope: 'tools:read', programs: true } as const;

/** Calls that wait for a person. */
@ApiTags('approvals')
@Controller('api/approvals')
export class ApprovalsController {
  constructor(
    private readonly inbox: ApprovalInbox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    id: 'listApprovals',
    summary: 'Calls that people were asked about, newest first',
    description: 'Those that you may decide or oversee, and your own; keys and programs see their own.',
    access: seeAccess,
    responses: { 200: { description: 'Approvals', schema: ApprovalPageSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: ApprovalsQuery }) { status, ...page }: ApprovalsQuery,
  ): Promise<Reply> {
    const { items, nextCursor } = await this.inbox.list(principal, status, page);
    return Reply.json({
      approvals: items.map((approval) => this.view(approval)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  }

  @Get(':id')
  @Operation({
    id: 'getApproval',
    summary: 'One call that people were asked about',
    access: seeAccess,
    responses: { 200: { description: 'The approval', schema: ApprovalSchema } },
    problems: ['approval-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', { schema: IdParam }) id: string,
  ): Promise<Reply> {
    return Reply.json(this.view(await this.inbox.get(principal, id)));
  }

  @Post(':id')
  @Operation({
    id: 'decideApproval',
    summary: 'Approve or deny a call',
    description: 'People alone decide, and the first decision counts. An approval is good for one call.',
    access: { for: 'user', scope: 'tools:call' },
    keepsNumbers: true,
    responses: { 200: { description: 'The approval', schema: ApprovalSchema } },
    problems: [
      'approval-not-found',
      'approval-decided',
      'approval-expired',
      'approval-too-large',
      'forbidden',
    ],
  })
  async decide(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
    @Body({ schema: ApprovalDecisionRequest }) { decision, note, arguments: args }: ApprovalDecisionRequest,
  ): Promise<Reply> {
    const said = { approve: decision === 'approve', note, arguments: args };
    return Reply.json(this.view(await this.inbox.decide(principal, id, said, context)));
  }

  private view(approval: OpenedApproval): object {
    return toApproval(approval, this.clock.now(), this.config.publicUrl);
  }
}
