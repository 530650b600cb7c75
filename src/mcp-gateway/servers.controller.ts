import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '../platform/openapi/api-description.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import { PageQuery } from '../platform/pages/page-query.dto.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { Client } from '../platform/http/client.decorator.js';
import { Reply } from '../platform/http/answers/reply.js';
import { callAccess, listAccess, serverParameter, upstreamProblems } from './operation-terms.dto.js';
import { Pong, ServerListSchema, ServerSchema } from './servers.dto.js';
import { ServersService } from './servers.service.js';

@ApiTags('servers')
@Controller('api/servers')
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Get()
  @Operation({
    id: 'listServers',
    summary: 'List the servers that this token reaches',
    description: 'Each with its status; a server that cannot be reached is listed with its last error.',
    access: listAccess,
    responses: { 200: { description: 'Servers by handle', schema: ServerListSchema } },
    problems: ['invalid-cursor'],
  })
  async list(@Client() client: ClientCall, @Query({ schema: PageQuery }) query: PageQuery): Promise<Reply> {
    const { items: servers, ...rest } = await this.servers.list(client, query, client.context);
    return Reply.json({ servers, ...rest });
  }

  @Post(':server/reconnect')
  @ApiParam(serverParameter)
  @Operation({
    id: 'reconnectServer',
    summary: 'Connect to a server anew, now',
    description:
      'Without waiting for the next attempt. Calls under way end on the former connection. One that all accounts share is for the operator to renew.',
    access: { for: 'any', scope: 'tools:call' },
    responses: { 200: { description: 'How it is now', schema: ServerSchema } },
    problems: [...upstreamProblems, 'forbidden'],
  })
  async reconnect(@Client() client: ClientCall, @Param('server') server: string): Promise<Reply> {
    return Reply.json(await this.servers.reconnect(client, server, client.context));
  }

  @Get(':server/mcp/ping')
  @ApiParam(serverParameter)
  @Operation({
    id: 'pingServer',
    summary: 'Ask a server for a sign of life',
    access: callAccess,
    responses: { 200: { description: 'It answered', schema: Pong } },
    problems: upstreamProblems,
  })
  async ping(@Client() client: ClientCall, @Param('server') server: string): Promise<Pong> {
    const { latencyMs, connection } = await this.servers.ping(client, server, client.context);
    const { protocolVersion, serverInfo, transport } = connection;
    return {
      ok: true,
      latencyMs: Math.round(latencyMs * 1000) / 1000,
      protocolVersion,
      serverInfo,
      transport,
    };
  }
}
