import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '../platform/openapi/api-description.js';
import { appProblems } from '../apps/app/app-query.dto.js';
import { AppConfigs } from '../apps/app/app-configs.service.js';
import type { JsonObject } from '../kernel/json/json.js';
import { resultReply } from '../mcp-gateway/call-reply.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { ReadResourceResult } from '../mcp-gateway/mcp.dto.js';
import { callAccess, listAccess, upstreamProblems } from '../mcp-gateway/operation-terms.dto.js';
import { AppResultQuery } from '../mcp-gateway/requests.dto.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import type { Reply } from '../platform/http/answers/reply.js';
import { AppResources } from './app-resources.service.js';
import { AppListQuery, AppReadRequest, AppResourceList } from './sdk.dto.js';

@ApiTags('sdk')
@Controller('api/sdk/resources')
export class AppResourcesController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly resources: AppResources,
    private readonly lists: ListReplies,
  ) {}

  @Get()
  @Operation({
    id: 'listAppResources',
    summary: 'List the resources and resource templates of all servers of an app',
    description: 'Templates come with the first page. A server that fails or is slow is named in `servers`.',
    access: listAccess,
    responses: {
      200: { description: 'Resources, each with its server', schema: AppResourceList },
      304: { description: 'Not changed' },
    },
    problems: [...appProblems, 'server-not-found', 'invalid-cursor'],
  })
  async list(
    @Client() client: ClientCall,
    @Query({ schema: AppListQuery }) query: AppListQuery,
  ): Promise<Reply> {
    const { principal, headers, context } = client;
    const state = await this.apps.getMeant(principal, query.app);
    const directory = await this.resources.list(client, state, query.server, context);
    const { servers } = directory;
    const resourceTemplates = query.cursor === undefined ? directory.resourceTemplates : [];
    return this.lists.reply(
      {
        source: directory,
        items: directory.resources,
        name: `app-resources ${state.app.id} ${query.server ?? ''}`,
        toBody: (resources: readonly JsonObject[], nextCursor) => ({
          resources,
          resourceTemplates,
          servers,
          nextCursor,
        }),
      },
      query,
      headers['if-none-match'],
    );
  }

  @Post('read')
  @Operation({
    id: 'readAppResource',
    summary: 'Read a resource of an app',
    access: callAccess,
    responses: { 200: { description: 'Its contents', schema: ReadResourceResult } },
    problems: [...appProblems, 'resource-not-found', 'ambiguous-resource', ...upstreamProblems],
  })
  async read(
    @Client() client: ClientCall,
    @Query({ schema: AppResultQuery }) { app, raw }: AppResultQuery,
    @Body({ schema: AppReadRequest }) request: AppReadRequest,
  ): Promise<Reply> {
    const { principal, context } = client;
    const state = await this.apps.getMeant(principal, app);
    return resultReply(await this.resources.read(client, state, request, context), raw === 'true');
  }
}
