import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '../openapi/api-description.js';
import type { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { Operation } from '../openapi/operation.decorator.js';
import { CurrentPrincipal } from '../openapi/parameters.js';
import { CallLog } from './call-log.service.js';
import { CallPageSchema, CallQuery, CallSchema, toCall, toCallPage } from './calls.dto.js';

/** Why a call went as it did. */
@ApiTags('operations')
@Controller('api/calls')
export class CallsController {
  constructor(private readonly calls: CallLog) {}

  @Get()
  @Operation({
    id: 'listCalls',
    summary: 'The last calls of the account, newest first',
    description:
      'What went to an MCP server and what failed, in the process that answers: CALLS_KEPT per account, in memory, whichever way they came: REST, SDK, native MCP, chats, workflows. An app key sees the calls of its app.',
    access: { for: 'any', scope: 'tools:read' },
    responses: { 200: { description: 'Calls', schema: CallPageSchema } },
    problems: ['invalid-cursor'],
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: CallQuery }) { server, tool, status, ...page }: CallQuery,
  ): Promise<z.infer<typeof CallPageSchema>> {
    return toCallPage(principal, this.calls.list(principal, page, { server, tool, status }));
  }

  @Get(':requestId')
  @ApiParam({ name: 'requestId', schema: { type: 'string', minLength: 1, maxLength: 128 } })
  @Operation({
    id: 'explainCall',
    summary: 'Why a call went as it did',
    description:
      'By the `X-Request-Id` of its answer: whose token it was, what the policy said, which credential and connection were used, how often it was sent and where the time went.',
    access: { for: 'any', scope: 'tools:read' },
    responses: { 200: { description: 'The call', schema: CallSchema } },
    problems: ['call-not-found'],
  })
  read(
    @CurrentPrincipal() principal: Principal,
    @Param('requestId') requestId: string,
  ): Promise<z.infer<typeof CallSchema>> {
    return toCall(principal, this.calls.get(principal, requestId));
  }
}
