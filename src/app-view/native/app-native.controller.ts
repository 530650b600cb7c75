import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '../../platform/openapi/api-description.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import {
  EndOperation,
  SendOperation,
  StreamOperation,
} from '../../mcp-gateway/native/native-operations.dto.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { MessageBody, type ReadMessage } from '../../mcp-gateway/native/message-body.decorator.js';
import { Client } from '../../platform/http/client.decorator.js';
import { AppEndpoint } from './app-endpoint.service.js';

const parameter = {
  name: 'app',
  description: 'Slug or id of an app',
  schema: { type: 'string' as const, minLength: 1, maxLength: 63 },
};

/** The native endpoint of an app and its description. */
@ApiTags('sdk')
@ApiParam(parameter)
@Controller('api/apps/:app/mcp')
export class AppNativeController {
  constructor(private readonly endpoint: AppEndpoint) {}

  @Post()
  @SendOperation({
    id: 'sendAppMcpMessage',
    summary: 'Speak MCP with all servers of an app as one',
    description:
      'Streamable HTTP of MCP, for any MCP client of either era. Names are those of `listAppTools`.',
    problems: ['app-not-found', 'overloaded'],
  })
  send(
    @Client() client: ClientCall,
    @Param('app') app: string,
    @MessageBody() read: ReadMessage,
  ): Promise<NativeAnswer> {
    return this.endpoint.post(client, app, read);
  }

  @Get()
  @StreamOperation({
    id: 'openAppMcpStream',
    summary: 'What an app says unasked in a session, and the rest of streams that broke off',
    problems: ['app-not-found', 'overloaded'],
  })
  open(@Client() client: ClientCall, @Param('app') app: string): Promise<NativeAnswer> {
    return this.endpoint.get(client, app);
  }

  @Delete()
  @EndOperation({ id: 'endAppMcpSession', summary: 'End a session with an app', problems: ['app-not-found'] })
  end(@Client() client: ClientCall, @Param('app') app: string): Promise<NativeAnswer> {
    return this.endpoint.delete(client, app);
  }
}
