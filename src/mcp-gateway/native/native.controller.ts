import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '../../platform/openapi/api-description.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { MessageBody, type ReadMessage } from './message-body.decorator.js';
import { Client } from '../../platform/http/client.decorator.js';
import { serverParameter, upstreamProblems } from '../operation-terms.dto.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import { NativeEndpoint } from './native-endpoint.service.js';
import { EndOperation, SendOperation, StreamOperation } from './native-operations.dto.js';

/** The native endpoint and its description. */
@ApiTags('servers')
@ApiParam(serverParameter)
@Controller('api/servers/:server/mcp')
export class NativeController {
  constructor(private readonly endpoint: NativeEndpoint) {}

  @Post()
  @SendOperation({
    id: 'sendMcpMessage',
    summary: 'Speak MCP with a server',
    description:
      'Streamable HTTP of MCP, for any MCP client: revisions until 2025-11-25 with sessions, 2026-07-28 without. Failures are JSON-RPC errors.',
    problems: upstreamProblems,
  })
  send(
    @Client() client: ClientCall,
    @Param('server') handle: string,
    @MessageBody() read: ReadMessage,
  ): Promise<NativeAnswer> {
    return this.endpoint.post(client, handle, read);
  }

  @Get()
  @StreamOperation({
    id: 'openMcpStream',
    summary: 'What a server says unasked in a session, and the rest of streams that broke off',
    problems: upstreamProblems,
  })
  open(@Client() client: ClientCall, @Param('server') handle: string): Promise<NativeAnswer> {
    return this.endpoint.get(client, handle);
  }

  @Delete()
  @EndOperation({ id: 'endMcpSession', summary: 'End a session', problems: upstreamProblems })
  end(@Client() client: ClientCall, @Param('server') handle: string): Promise<NativeAnswer> {
    return this.endpoint.delete(client, handle);
  }
}
