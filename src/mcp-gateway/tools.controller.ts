import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '../platform/openapi/api-description.js';
import { z } from 'zod';
import { IdempotencyKeyHeader, idempotencyProblems } from '../platform/idempotency/idempotency-key.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import type { Reply, StreamReply } from '../platform/http/answers/reply.js';
import { ApprovalTicketSchema } from './approving/approval-ticket.dto.js';
import { ApprovalHeaders } from './approving/http-way.js';
import { CallReplies } from './call-replies.service.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { McpOperations } from './mcp-operations.service.js';
import {
  callAccess,
  callProblems,
  listAccess,
  listProblems,
  serverParameter,
} from './operation-terms.dto.js';
import { CallToolResult, ToolList } from './mcp.dto.js';
import { CallRequest, ListQuery, ResultQuery } from './requests.dto.js';

@ApiTags('servers')
@ApiParam(serverParameter)
@Controller('api/servers/:server/mcp')
export class ToolsController {
  constructor(
    private readonly operations: McpOperations,
    private readonly calls: CallReplies,
    private readonly lists: ListReplies,
  ) {}

  @Get('tools')
  @Operation({
    id: 'listTools',
    summary: 'List the tools of a server',
    access: listAccess,
    lane: true,
    responses: {
      200: { description: 'Tools, complete over all pages of the server', schema: ToolList },
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
    const view = await this.operations.tools(client, server, query.refresh === 'true', context);
    const toBody = (tools: readonly object[], nextCursor: string | undefined) => ({ tools, nextCursor });
    return this.lists.reply(
      { source: view, items: view.tools, name: `tools ${principal.accountId} ${server}`, toBody },
      query,
      headers['if-none-match'],
    );
  }

  @Post('call')
  @Operation({
    id: 'callTool',
    summary: 'Call a tool',
    description:
      'A tool that ran and failed is 200 with `isError`. With `Accept: text/event-stream`: `progress` and `message` events, then one `result` or `error`, or `approval` when somebody has to approve it first. Closing the connection cancels the call.',
    access: callAccess,
    lane: true,
    responses: {
      200: {
        description: 'What the tool returned',
        schema: CallToolResult,
        content: { 'text/event-stream': { schema: z.string() } },
      },
      202: { description: 'Somebody has to approve it first', schema: ApprovalTicketSchema },
    },
    problems: [...callProblems, ...idempotencyProblems],
  })
  @IdempotencyKeyHeader()
  @ApprovalHeaders()
  async call(
    @Client() client: ClientCall,
    @Param('server') server: string,
    @Body({ schema: CallRequest }) request: CallRequest,
    @Query({ schema: ResultQuery }) query: ResultQuery,
  ): Promise<Reply | StreamReply> {
    return this.calls.reply(client, {
      route: 'callTool',
      content: [server, request],
      isRaw: query.raw === 'true',
      isLeft: () => this.operations.isLeft(client, server, request.name),
      prepare: (scope) => this.operations.prepareCall(client, server, request.name, request, scope),
    });
  }
}
