import { Body, Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import type { NativeAnswer } from '../../mcp-gateway/native/native-call.js';
import { McpMessage } from '../../mcp-gateway/native/native.dto.js';
import { callAccess } from '../../mcp-gateway/operations.dto.js';
import { toOpenApiSchema } from '../../platform/http/openapi-schema.js';
import { Operation } from '../../platform/http/operation.decorator.js';
import { Caller, Scope } from '../../platform/http/parameters.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AppEndpoint } from './app-endpoint.service.js';

const message = { 'application/json': { schema: McpMessage }, 'text/event-stream': { schema: z.string() } };
const refused = { 'application/json': { schema: McpMessage } };
const parameter = {
  name: 'app',
  description: 'Slug or id of an app',
  schema: { type: 'string' as const, minLength: 1, maxLength: 63 },
};

/** The native endpoint of an app behind Express, for requests that the hot lane leaves; and its description. */
@ApiTags('sdk')
@ApiParam(parameter)
@Controller('api/apps/:app/mcp')
export class AppNativeController {
  constructor(private readonly endpoint: AppEndpoint) {}

  @Post()
  @ApiBody(toOpenApiSchema(McpMessage))
  @Operation({
    id: 'sendAppMcpMessage',
    summary: 'Speak MCP with all servers of an app as one',
    description:
      'Streamable HTTP of MCP, for any MCP client of either era. Names are those of `listAppTools`.',
    access: callAccess,
    responses: {
      200: { description: 'The response, or a stream that ends with it', content: message },
      202: { description: 'A notification or response was taken' },
      400: { description: 'MCP refuses the message', content: refused },
      404: { description: 'MCP does not know the session or method', content: refused },
    },
    problems: ['app-not-found', 'body-too-large', 'unsupported-media-type', 'overloaded'],
  })
  send(
    @Caller() principal: Principal,
    @Param('app') app: string,
    @Body() body: unknown,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) res: Response,
    @Scope() context: RequestContext,
  ): Promise<NativeAnswer> {
    return this.endpoint.post(
      { principal, headers, res, context },
      app,
      Buffer.from(JSON.stringify(body ?? null)),
    );
  }

  @Get()
  @Operation({
    id: 'openAppMcpStream',
    summary: 'What an app says unasked in a session',
    access: callAccess,
    responses: {
      200: { description: 'Messages as events', content: { 'text/event-stream': { schema: z.string() } } },
      404: { description: 'MCP does not know the session', content: refused },
      405: { description: 'There is no stream without a session', content: refused },
    },
    problems: ['app-not-found', 'overloaded'],
  })
  open(
    @Caller() principal: Principal,
    @Param('app') app: string,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) res: Response,
    @Scope() context: RequestContext,
  ): Promise<NativeAnswer> {
    return this.endpoint.get({ principal, headers, res, context }, app);
  }

  @Delete()
  @Operation({
    id: 'endAppMcpSession',
    summary: 'End a session with an app',
    access: callAccess,
    responses: {
      200: { description: 'It has ended' },
      404: { description: 'MCP does not know the session', content: refused },
      405: { description: 'No session is named', content: refused },
    },
    problems: ['app-not-found'],
  })
  end(
    @Caller() principal: Principal,
    @Param('app') app: string,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) res: Response,
    @Scope() context: RequestContext,
  ): Promise<NativeAnswer> {
    return this.endpoint.delete({ principal, headers, res, context }, app);
  }
}
