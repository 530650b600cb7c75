import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { IdempotencyKeyHeader, idempotencyProblems } from '../../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { AppCreation } from './app-creation.service.js';
import { LiteralsQuery } from '../app/app-config.dto.js';
import { appsAdmin, appsRead, appsWrite } from '../app/apps-access.js';
import {
  AppPageSchema,
  AppParam,
  AppSchema,
  CreateAppRequest,
  toApp,
  toAppPage,
  UpdateAppRequest,
} from '../app/apps.dto.js';
import { AppsService } from './apps.service.js';

@ApiTags('apps')
@Controller('api/cli/apps')
export class AppsController {
  constructor(
    private readonly apps: AppsService,
    private readonly creation: AppCreation,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Operation({
    id: 'listApps',
    summary: 'List the apps of the account, newest first',
    access: appsRead,
    responses: { 200: { description: 'Apps', schema: AppPageSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof AppPageSchema>> {
    return toAppPage(await this.apps.list(principal, page));
  }

  @Post()
  @Operation({
    id: 'createApp',
    summary: 'Make an app',
    description: 'Its config is version 1, empty unless one is sent along.',
    access: appsWrite,
    responses: {
      201: {
        description: 'Made',
        schema: AppSchema,
        headers: { Location: { description: 'Address of the app', schema: { type: 'string' } } },
      },
    },
    problems: ['slug-taken', 'too-many-apps', 'invalid-config', 'stdio-not-allowed', ...idempotencyProblems],
  })
  @IdempotencyKeyHeader()
  create(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: LiteralsQuery }) { allowLiterals }: z.infer<typeof LiteralsQuery>,
    @Body({ schema: CreateAppRequest }) request: CreateAppRequest,
    @Headers('idempotency-key') key: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const wanted = { ...request, allowLiterals: allowLiterals === 'true' };
    return this.idempotency.run(
      key,
      { principal, route: 'createApp', content: wanted, scope: context },
      async () => {
        const app = toApp(await this.creation.create(principal, wanted, context));
        return Reply.json(app, 201, { location: `/api/cli/apps/${app.id}` });
      },
    );
  }

  @Get(':app')
  @Operation({
    id: 'getApp',
    summary: 'Show an app',
    access: appsRead,
    responses: { 200: { description: 'The app', schema: AppSchema } },
    problems: ['app-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
  ): Promise<z.infer<typeof AppSchema>> {
    return toApp(await this.apps.get(principal, app));
  }

  @Patch(':app')
  @Operation({
    id: 'updateApp',
    summary: 'Rename or describe an app',
    access: appsWrite,
    responses: { 200: { description: 'The app as it is now', schema: AppSchema } },
    problems: ['app-not-found', 'slug-taken'],
  })
  async update(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Body({ schema: UpdateAppRequest }) request: UpdateAppRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof AppSchema>> {
    return toApp(await this.apps.update(principal, app, request, context));
  }

  @Delete(':app')
  @Operation({
    id: 'deleteApp',
    summary: 'Delete an app',
    description: 'Its configs and secrets go with it, its keys die at once.',
    access: appsAdmin,
    responses: { 204: { description: 'Deleted' } },
    problems: ['app-not-found'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.apps.remove(principal, app, context);
    return Reply.noContent();
  }
}
