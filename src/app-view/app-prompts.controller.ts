import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '../platform/openapi/api-description.js';
import { appProblems } from '../apps/app/app-query.dto.js';
import { AppConfigs } from '../apps/app/app-configs.service.js';
import type { JsonObject } from '../kernel/json/json.js';
import { resultReply } from '../mcp-gateway/call-reply.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { McpOperations } from '../mcp-gateway/mcp-operations.service.js';
import { GetPromptResult } from '../mcp-gateway/mcp.dto.js';
import { callAccess, listAccess, upstreamProblems } from '../mcp-gateway/operation-terms.dto.js';
import { AppResultQuery, GetPromptRequest } from '../mcp-gateway/requests.dto.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import type { Reply } from '../platform/http/answers/reply.js';
import { AppPrompts } from './app-prompts.service.js';
import { ExposedNames } from './exposed-names.service.js';
import { AppListQuery, AppPromptList } from './sdk.dto.js';

@ApiTags('sdk')
@Controller('api/sdk/prompts')
export class AppPromptsController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly prompts: AppPrompts,
    private readonly names: ExposedNames,
    private readonly operations: McpOperations,
    private readonly lists: ListReplies,
  ) {}

  @Get()
  @Operation({
    id: 'listAppPrompts',
    summary: 'List the prompts of all servers of an app',
    description: 'A server that fails or is slow is named in `servers`.',
    access: listAccess,
    responses: {
      200: { description: 'Prompts under the names `server__prompt`', schema: AppPromptList },
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
    const directory = await this.prompts.list(client, state, query.server, context);
    const { servers } = directory;
    return this.lists.reply(
      {
        source: directory,
        items: directory.prompts,
        name: `app-prompts ${state.app.id} ${query.server ?? ''}`,
        toBody: (prompts: readonly JsonObject[], nextCursor) => ({ prompts, servers, nextCursor }),
      },
      query,
      headers['if-none-match'],
    );
  }

  @Post('get')
  @Operation({
    id: 'getAppPrompt',
    summary: 'Get a prompt of an app with its arguments filled in',
    access: callAccess,
    responses: { 200: { description: 'Its messages', schema: GetPromptResult } },
    problems: [
      ...appProblems,
      ...(['prompt-not-found', 'prompt-changed', 'invalid-params'] as const),
      ...upstreamProblems,
    ],
  })
  async get(
    @Client() client: ClientCall,
    @Query({ schema: AppResultQuery }) { app, raw }: AppResultQuery,
    @Body({ schema: GetPromptRequest }) request: GetPromptRequest,
  ): Promise<Reply> {
    const { principal, context } = client;
    const state = await this.apps.getMeant(principal, app);
    const { server, name } = await this.names.prompt(client, state, request.name, context);
    const prompt = await this.operations.prompt(client, server, { ...request, name }, context);
    return resultReply(prompt, raw === 'true');
  }
}
