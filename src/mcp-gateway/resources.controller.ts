import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '../platform/openapi/api-description.js';
import type { JsonObject } from '../kernel/json/json.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import type { Reply } from '../platform/http/answers/reply.js';
import { resultReply } from './call-reply.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { McpOperations } from './mcp-operations.service.js';
import { ReadResourceResult, ResourceList } from './mcp.dto.js';
import {
  callAccess,
  listAccess,
  listProblems,
  serverParameter,
  upstreamProblems,
} from './operation-terms.dto.js';
import { ListQuery, ReadResourceRequest, ResultQuery } from './requests.dto.js';

@ApiTags('servers')
@ApiParam(serverParameter)
@Controller('api/servers/:server/mcp/resources')
export class ResourcesController {
  constructor(
    private readonly operations: McpOperations,
    private readonly lists: ListReplies,
  ) {}

  @Get()
  @Operation({
    id: 'listResources',
    summary: 'List the resources and resource templates of a server',
    description: 'Templates come with the first page.',
    access: listAccess,
    lane: true,
    responses: {
      200: { description: 'Resources, complete over all pages of the server', schema: ResourceList },
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
    const [resources, templates] = await this.operations.resources(
      client,
      server,
      query.refresh === 'true',
      context,
    );
    const resourceTemplates = query.cursor === undefined ? templates.items : [];
    const toBody = (items: readonly JsonObject[], nextCursor: string | undefined) => ({
      resources: items,
      resourceTemplates,
      nextCursor,
    });
    return this.lists.reply(
      {
        source: pairOf(resources, templates),
        items: resources.items,
        name: `resources ${principal.accountId} ${server}`,
        toBody,
      },
      query,
      headers['if-none-match'],
    );
  }

  @Post('read')
  @Operation({
    id: 'readResource',
    summary: 'Read a resource',
    access: callAccess,
    responses: { 200: { description: 'Its contents', schema: ReadResourceResult } },
    problems: ['resource-not-found', ...upstreamProblems],
  })
  async read(
    @Client() client: ClientCall,
    @Param('server') server: string,
    @Query({ schema: ResultQuery }) { raw }: ResultQuery,
    @Body({ schema: ReadResourceRequest }) request: ReadResourceRequest,
  ): Promise<Reply> {
    const { context } = client;
    return resultReply(await this.operations.read(client, server, request, context), raw === 'true');
  }
}

const pairs = new WeakMap<object, WeakMap<object, object>>();

/** One object that stands for two, for as long as both live. */
function pairOf(a: object, b: object): object {
  let inner = pairs.get(a);
  if (inner === undefined) pairs.set(a, (inner = new WeakMap<object, object>()));
  let pair = inner.get(b);
  if (pair === undefined) inner.set(b, (pair = {}));
  return pair;
}
