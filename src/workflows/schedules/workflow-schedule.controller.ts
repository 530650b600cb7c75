import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { appProblems, AppQuery } from '../../apps/app/app-query.dto.js';
import type { Principal } from '../../kernel/principal.js';
import { callAccess, listAccess } from '../../mcp-gateway/operation-terms.dto.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { acceptedReply } from '../runs/run-replies.js';
import { RunState } from '../workflows.dto.js';
import { toScheduleState } from './schedule-replies.js';
import { ScheduleState, WorkflowParam } from './schedule.dto.js';
import { WorkflowSchedules } from './workflow-schedules.service.js';

const shown = { 200: { description: 'How it stands now', schema: ScheduleState } } as const;
const notFound = [...appProblems, 'workflow-not-found', 'schedule-not-found'] as const;

/** When workflows begin by themselves. */
@ApiTags('workflows')
@Controller('api/sdk/workflows/:workflow/schedule')
export class WorkflowScheduleController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly schedules: WorkflowSchedules,
  ) {}

  @Get()
  @Operation({
    id: 'getWorkflowSchedule',
    summary: 'When a workflow begins by itself',
    access: listAccess,
    responses: shown,
    problems: notFound,
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
  ): Promise<object> {
    const state = await this.apps.getMeant(principal, app);
    return toScheduleState(await this.schedules.get(state, workflow));
  }

  @Post('pause')
  @Operation({
    id: 'pauseWorkflowSchedule',
    summary: 'Let a workflow begin no more by itself',
    description: 'Until somebody resumes it, whatever becomes of the config meanwhile.',
    access: callAccess,
    responses: shown,
    problems: notFound,
  })
  async pause(
    @CurrentPrincipal() principal: Principal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @ScopeParameter() context: RequestContext,
  ): Promise<object> {
    const state = await this.apps.getMeant(principal, app);
    return toScheduleState(await this.schedules.pause(principal, state, workflow, context));
  }

  @Post('resume')
  @Operation({
    id: 'resumeWorkflowSchedule',
    summary: 'Let a workflow begin by itself again',
    description: 'With the next due time; those that have passed are not made up for.',
    access: callAccess,
    responses: shown,
    problems: notFound,
  })
  async resume(
    @CurrentPrincipal() principal: Principal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @ScopeParameter() context: RequestContext,
  ): Promise<object> {
    const state = await this.apps.getMeant(principal, app);
    return toScheduleState(await this.schedules.resume(principal, state, workflow, context));
  }

  @Post('run-now')
  @Operation({
    id: 'runWorkflowScheduleNow',
    summary: 'Begin a run as the schedule begins them',
    description: 'Also when it is paused, or a run of it is under way. Its due times stay as they are.',
    access: callAccess,
    responses: { 202: { description: 'Accepted; how the run stands now', schema: RunState } },
    problems: [...notFound, 'trigger-key-not-found', 'too-many-runs', 'overloaded'],
  })
  async runNow(
    @CurrentPrincipal() principal: Principal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const state = await this.apps.getMeant(principal, app);
    return acceptedReply(await this.schedules.runNow(principal, state, workflow, context));
  }
}
