import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '../platform/openapi/api-description.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import type { Reply } from '../platform/http/answers/reply.js';
import { resultReply } from './call-reply.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { McpOperations } from './mcp-operations.service.js';
import { GetPromptResult, PromptList } from './mcp.dto.js';
import {
  callAccess,
  listAccess,
  listProblems,
  serverParameter,
  upstreamProblems,
} from './operation-terms.dto.js';
import { GetPromptRequest, ListQuery, ResultQuery } from './requests.dto.js';

@ApiTags('servers')
@ApiParam(serverParameter)
@Controller('api/servers/:server/mcp/prompts')
export class PromptsController {
  constructor(
    private readonly operations: McpOperations,
    private readonly lists: ListReplies,
  ) {}

  @Get()
  @Operation({
    id: 'listPrompts',
    summary: 'List the prompts of a server',
    access: listAccess,
    lane: true,
    responses: {
      200: { description: 'Prompts, complete over all pages of the server', schema: PromptList },
      304: { description: 'Not changed' },
    },
    problems: listProblems,
  })
  async list(
    @Client() client: ClientCall,
    @Param('server') server: string,
    @Query({ schema: ListQuery }) query: ListQuery,
  ): Promise<Reply> {
    const { principal, headers, context } = client;
    const view = await this.operations.prompts(client, server, query.refresh === 'true', context);
    const toBody = (prompts: readonly object[], nextCursor: string | undefined) => ({ prompts, nextCursor });
    return this.lists.reply(
      { source: view, items: view.items, name: `prompts ${principal.accountId} ${server}`, toBody },
      query,
      headers['if-none-match'],
    );
  }

  @Post('get')
  @Operation({
    id: 'getPrompt',
    summary: 'Get a prompt with its arguments filled in',
    access: callAccess,
    responses: { 200: { description: 'Its messages', schema: GetPromptResult } },
    problems: ['prompt-not-found', 'prompt-changed', 'invalid-params', ...upstreamProblems],
  })
  async get(
    @Client() client: ClientCall,
    @Param('server') server: string,
    @Query({ schema: ResultQuery }) { raw }: ResultQuery,
    @Body({ schema: GetPromptRequest }) request: GetPromptRequest,
  ): Promise<Reply> {
    const { context } = client;
    return resultReply(await this.operations.prompt(client, server, request, context), raw === 'true');
  }
}
