import { Body, Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { toOpenApiSchema } from '../../platform/http/openapi-schema.js';
import { Operation } from '../../platform/http/operation.decorator.js';
import { Caller, Scope } from '../../platform/http/parameters.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { callAccess, serverParameter, upstreamProblems } from '../operations.dto.js';
import type { NativeAnswer } from './native-call.js';
import { McpMessage } from './native.dto.js';
import { NativeEndpoint } from './native-endpoint.service.js';

const message = { 'application/json': { schema: McpMessage }, 'text/event-stream': { schema: z.string() } };
const refused = { 'application/json': { schema: McpMessage } };

/** The native endpoint behind Express, for requests that the hot lane leaves; and its description. */
@ApiTags('servers')
@ApiParam(serverParameter)
@Controller('api/servers/:server/mcp')
export class NativeController {
  constructor(private readonly endpoint: NativeEndpoint) {}

  @Post()
  @ApiBody(toOpenApiSchema(McpMessage))
  @Operation({
    id: 'sendMcpMessage',
    summary: 'Speak MCP with a server',
    description:
      'Streamable HTTP of MCP, for any MCP client: revisions until 2025-11-25 with sessions, 2026-07-28 without. Failures are JSON-RPC errors.',
    access: callAccess,
    responses: {
      200: { description: 'The response, or a stream that ends with it', content: message },
      202: { description: 'A notification or response was taken' },
      400: { description: 'MCP refuses the message', content: refused },
      404: { description: 'MCP does not know the session or method', content: refused },
      405: { description: 'There is no stream without a session', content: refused },
    },
    problems: ['body-too-large', 'unsupported-media-type', ...upstreamProblems],
  })
  send(
    @Caller() principal: Principal,
    @Param('server') handle: string,
    @Body() body: unknown,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) res: Response,
    @Scope() context: RequestContext,
  ): Promise<NativeAnswer> {
    const bytes = Buffer.from(JSON.stringify(body ?? null));
    return this.endpoint.post({ principal, handle, headers, res, context }, bytes);
  }

  @Get()
  @Operation({
    id: 'openMcpStream',
    summary: 'What a server says unasked in a session',
    access: callAccess,
    responses: {
      200: { description: 'Messages as events', content: { 'text/event-stream': { schema: z.string() } } },
      404: { description: 'MCP does not know the session', content: refused },
      405: { description: 'There is no stream without a session', content: refused },
    },
    problems: upstreamProblems,
  })
  open(
    @Caller() principal: Principal,
    @Param('server') handle: string,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) res: Response,
    @Scope() context: RequestContext,
  ): Promise<NativeAnswer> {
    return this.endpoint.get({ principal, handle, headers, res, context });
  }

  @Delete()
  @Operation({
    id: 'endMcpSession',
    summary: 'End a session',
    access: callAccess,
    responses: {
      200: { description: 'It has ended' },
      404: { description: 'MCP does not know the session', content: refused },
      405: { description: 'No session is named', content: refused },
    },
    problems: upstreamProblems,
  })
  end(
    @Caller() principal: Principal,
    @Param('server') handle: string,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) res: Response,
    @Scope() context: RequestContext,
  ): Promise<NativeAnswer> {
    return this.endpoint.delete({ principal, handle, headers, res, context });
  }
}
