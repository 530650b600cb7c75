import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Probes } from './probes.service.js';
import { PublishedServers } from './published-servers.service.js';
import {
  ProbeRequest,
  ProbeSchema,
  PublishedServerSchema,
  PublishedServersSchema,
  PublishRequest,
  RepublishRequest,
  ServerNameParam,
} from './publishing.dto.js';

const operator = { for: 'user', scope: 'operator', operator: true } as const;
const writing = ['invalid-config', 'sign-in-again', 'stdio-not-allowed'] as const;

/** Servers that the operator publishes at run time. */
@ApiTags('servers')
@Controller('api/servers')
export class PublishingController {
  constructor(
    private readonly published: PublishedServers,
    private readonly probes: Probes,
  ) {}

  @Get('published')
  @Operation({
    id: 'listPublishedServers',
    summary: 'The servers that the operator publishes, as they are declared',
    description:
      "Those of the operator's file, which are read-only and go before, and those of the database.",
    access: operator,
    responses: { 200: { description: 'Servers by name', schema: PublishedServersSchema } },
  })
  list(): z.infer<typeof PublishedServersSchema> {
    return { servers: this.published.list() };
  }

  @Post('published')
  @Operation({
    id: 'publishServer',
    summary: 'Publish a server at run time',
    description:
      'It is there at once, in all processes within seconds. What it is sent is sealed and never shown. A `command` takes a browser that was signed in within the last ten minutes.',
    access: operator,
    responses: {
      201: {
        description: 'Published',
        schema: PublishedServerSchema,
        headers: { Location: { description: 'The server', schema: { type: 'string' } } },
      },
    },
    problems: [...writing, 'name-taken', 'too-many-servers'],
  })
  async publish(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: PublishRequest }) { name, definition }: PublishRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const server = await this.published.create(principal, name, definition, context);
    return Reply.json(server, 201, { location: `/api/servers/published/${name}` });
  }

  @Put('published/:name')
  @Operation({
    id: 'republishServer',
    summary: 'Declare a published server anew',
    access: operator,
    responses: { 200: { description: 'Changed', schema: PublishedServerSchema } },
    problems: [...writing, 'server-not-found', 'server-read-only', 'server-changed'],
  })
  async replace(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('name', { schema: ServerNameParam }) name: string,
    @Body({ schema: RepublishRequest }) { definition }: RepublishRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof PublishedServerSchema>> {
    return this.published.replace(principal, name, definition, context);
  }

  @Delete('published/:name')
  @Operation({
    id: 'unpublishServer',
    summary: 'Publish a server no more',
    access: operator,
    responses: { 204: { description: 'Removed; calls under way end by themselves' } },
    problems: ['server-not-found', 'server-read-only'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('name', { schema: ServerNameParam }) name: string,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.published.remove(principal, name, context);
    return Reply.noContent();
  }

  @Post('probe')
  @Operation({
    id: 'probeServer',
    summary: 'Try a server before it is saved',
    description:
      'Connects and asks for its tools; nothing stays behind. A failure is an answer. Who is not an operator reaches nothing private and starts no process; for operators a `command` takes a browser that was signed in within the last ten minutes.',
    access: { for: 'user', scope: 'apps:write' },
    responses: { 200: { description: 'What came of it', schema: ProbeSchema } },
    problems: [...writing],
  })
  async probe(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ProbeRequest }) request: ProbeRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof ProbeSchema>> {
    return this.probes.run(principal, request, context);
  }
}
