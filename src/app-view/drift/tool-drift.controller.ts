import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { appsRead, appsWrite } from '../../apps/app/apps-access.js';
import { AppParam } from '../../apps/app/apps.dto.js';
import { upstreamProblems } from '../../mcp-gateway/operation-terms.dto.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { Client } from '../../platform/http/client.decorator.js';
import { AcceptRequest, Drift, toDrift } from './tool-drift.dto.js';
import { ToolDriftService } from './tool-drift.service.js';

@ApiTags('apps')
@Controller('api/cli/apps/:app/tools')
export class ToolDriftController {
  constructor(private readonly service: ToolDriftService) {}

  @Get('drift')
  @Operation({
    id: 'getToolDrift',
    summary: 'How the tools, prompts and instructions of an app differ from what was accepted',
    description:
      'They are pinned as they are first seen; `policies.toolPinning` says what a difference does.',
    access: appsRead,
    responses: { 200: { description: 'Differences by server', schema: Drift } },
    problems: ['app-not-found'],
  })
  async list(
    @Client() client: ClientCall<UserPrincipal>,
    @Param('app', { schema: AppParam }) app: string,
  ): Promise<Drift> {
    return toDrift(await this.service.list(client, app, client.context));
  }

  @Post('accept')
  @Operation({
    id: 'acceptTools',
    summary: 'Accept the tools, prompts and instructions of an app as they are now',
    access: appsWrite,
    responses: { 200: { description: 'What is left', schema: Drift } },
    problems: ['app-not-found', 'drift-changed', ...upstreamProblems],
  })
  async accept(
    @Client() client: ClientCall<UserPrincipal>,
    @Param('app', { schema: AppParam }) app: string,
    @Body({ schema: AcceptRequest }) request: AcceptRequest,
  ): Promise<Drift> {
    return toDrift(await this.service.accept(client, app, request, client.context));
  }
}
