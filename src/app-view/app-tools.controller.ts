import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '../platform/openapi/api-description.js';
import { z } from 'zod';
import { appProblems } from '../apps/app/app-query.dto.js';
import { AppConfigs } from '../apps/app/app-configs.service.js';
import { Problem } from '../kernel/problems/problem.js';
import type { ToolFormat } from '../mcp-gateway/provider-formats.js';
import { ApprovalTicketSchema } from '../mcp-gateway/approving/approval-ticket.dto.js';
import { ApprovalHeaders } from '../mcp-gateway/approving/http-way.js';
import { CallReplies } from '../mcp-gateway/call-replies.service.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { CallToolResult } from '../mcp-gateway/mcp.dto.js';
import { callAccess, callProblems, listAccess } from '../mcp-gateway/operation-terms.dto.js';
import { AppResultQuery, CallRequest } from '../mcp-gateway/requests.dto.js';
import { IdempotencyKeyHeader, idempotencyProblems } from '../platform/idempotency/idempotency-key.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import type { Reply, StreamReply } from '../platform/http/answers/reply.js';
import { AppCalls } from './app-calls.service.js';
import { AppToolList, AppToolsQuery } from './sdk.dto.js';
import { ToolDirectories, type ToolShape } from './search/tool-directory.service.js';

@ApiTags('sdk')
@Controller('api/sdk/tools')
export class AppToolsController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly directories: ToolDirectories,
    private readonly calls: AppCalls,
    private readonly replies: CallReplies,
    private readonly lists: ListReplies,
  ) {}

  @Get()
  @Operation({
    id: 'listAppTools',
    summary: 'List or search the tools of all servers of an app',
    description:
      'Servers are asked side by side; one that fails or is slow is named in `servers` and takes nothing from the others.',
    access: listAccess,
    lane: true,
    responses: {
      200: { description: 'Tools under names that models accept', schema: AppToolList },
      304: { description: 'Not changed' },
    },
    problems: [...appProblems, 'server-not-found', 'invalid-cursor'],
  })
  async list(
    @Client() client: ClientCall,
    @Query({ schema: AppToolsQuery }) query: AppToolsQuery,
  ): Promise<Reply> {
    const { principal, headers, context } = client;
    const { app, server, search, format, strict, refresh } = query;
    const shape = shapeOf(format, strict === 'true');
    const state = await this.apps.getMeant(principal, app);
    const options = { server, refresh: refresh === 'true' };
    const directory = await this.directories.get(client, state, options, context);
    const found = search === undefined ? directory.tools : await this.directories.search(directory, search);
    const { servers } = directory;
    return this.lists.reply(
      {
        // What is searched for differs from request to request: its pages are not kept.
        source: search === undefined ? directory : {},
        items: found,
        name: `app-tools ${state.app.id} ${server ?? ''} ${shape} ${search ?? ''}`,
        toBody: (tools, nextCursor) => ({
          tools: this.directories.shape(tools, shape),
          servers,
          nextCursor,
        }),
      },
      query,
      headers['if-none-match'],
    );
  }

  @Post('call')
  @Operation({
    id: 'callAppTool',
    summary: 'Call a tool of an app',
    description: 'As `callTool`, with the name from `listAppTools`.',
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
    problems: [...appProblems, ...callProblems, 'recursion-too-deep', ...idempotencyProblems],
  })
  @IdempotencyKeyHeader()
  @ApprovalHeaders()
  async call(
    @Client() client: ClientCall,
    @Query({ schema: AppResultQuery }) { app, raw }: AppResultQuery,
    @Body({ schema: CallRequest }) request: CallRequest,
  ): Promise<Reply | StreamReply> {
    const state = await this.apps.getMeant(client.principal, app);
    const { name, ...call } = request;
    return this.replies.reply(client, {
      route: 'callAppTool',
      content: [state.app.id, request],
      isRaw: raw === 'true',
      isLeft: () => this.calls.isLeft(client, state, name, client.context),
      prepare: (scope) => this.calls.prepare(client, state, name, call, scope),
    });
  }
}

function shapeOf(format: ToolFormat, isStrict: boolean): ToolShape {
  if (!isStrict) return format;
  if (format === 'openai') return 'openai-strict';
  throw new Problem('invalid-request', undefined, {
    errors: [{ pointer: '/strict', detail: 'goes with format=openai only' }],
  });
}
