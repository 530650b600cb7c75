import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { appProblems, AppQuery } from '../../apps/app/app-query.dto.js';
import { appsRead, appsWrite } from '../../apps/app/apps-access.js';
import { secretNamesIn } from '../../apps/document/substitution.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { WorkflowParam } from '../schedules/schedule.dto.js';
import { HookIdParam, HookList, HookRequest, NewHook } from './hook.dto.js';
import type { WorkflowHook } from './hook.js';
import { WorkflowHooks } from './workflow-hooks.service.js';

/** Webhooks outlive whoever makes them and let others begin runs: people make them who may change the app, not its keys. */
@ApiTags('workflows')
@Controller('api/sdk/workflows/:workflow/hooks')
export class WorkflowHooksController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly hooks: WorkflowHooks,
    private readonly config: Config,
  ) {}

  @Post()
  @Operation({
    id: 'createWorkflowHook',
    summary: 'Make an address at which a workflow begins',
    description: 'The address is shown once. Runs that begin there act as the app.',
    access: appsWrite,
    responses: { 201: { description: 'The webhook', schema: NewHook } },
    problems: [...appProblems, 'workflow-not-found', 'too-many-hooks'],
  })
  async create(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @Body({ schema: HookRequest }) { verify }: HookRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<object> {
    const [name = ''] = secretNamesIn(verify?.secret ?? '');
    const wanted = { workflow, verify: verify === undefined ? null : { kind: verify.kind, secret: name } };
    context.setHeader('cache-control', 'no-store');
    const { hook, secret } = await this.hooks.create(
      principal,
      await this.appOf(principal, app),
      wanted,
      context,
    );
    return { ...toHookState(hook), url: `${this.config.publicUrl}/hooks/${secret}` };
  }

  @Get()
  @Operation({
    id: 'listWorkflowHooks',
    summary: 'The webhooks of a workflow, newest first',
    access: appsRead,
    responses: { 200: { description: 'Webhooks, without their addresses', schema: HookList } },
    problems: appProblems,
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
  ): Promise<object> {
    const hooks = await this.hooks.list(principal, await this.appOf(principal, app), workflow);
    return { hooks: hooks.map(toHookState) };
  }

  @Delete(':hook')
  @Operation({
    id: 'deleteWorkflowHook',
    summary: 'Remove a webhook',
    description: 'From now on nothing begins at its address.',
    access: appsWrite,
    responses: { 204: { description: 'It is gone' } },
    problems: [...appProblems, 'hook-not-found'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Param('hook', { schema: HookIdParam }) id: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.hooks.remove(principal, await this.appOf(principal, app), { id, workflow }, context);
    return Reply.noContent();
  }

  private async appOf(principal: UserPrincipal, app: string | undefined): Promise<string> {
    return (await this.apps.getMeant(principal, app)).app.id;
  }
}

function toHookState({ id, workflow, verify, createdAt }: WorkflowHook): object {
  return {
    ...{ id, workflow },
    ...(verify === null ? {} : { verify: { kind: verify.kind, secret: `\${secret:${verify.secret}}` } }),
    createdAt: new Date(createdAt).toISOString(),
  };
}
