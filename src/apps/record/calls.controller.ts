import { Controller, Delete, Get, Headers, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { exportReply, exportResponse, formatWanted } from '../../platform/http/answers/export-reply.js';
import { Reply, type StreamReply } from '../../platform/http/answers/reply.js';
import type { CallRecord } from '../../platform/calls/call-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiParam, ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import {
  CallAccount,
  callCells,
  callColumns,
  CallErasure,
  CallExportQuery,
  CallPageSchema,
  CallQuery,
  CallSchema,
  toCall,
  toCallPage,
} from './calls.dto.js';
import { RecordedCalls } from './recorded-calls.service.js';

/** Why a call went as it did. */
@ApiTags('operations')
@Controller('api/calls')
export class CallsController {
  constructor(private readonly calls: RecordedCalls) {}

  @Get()
  @Operation({
    id: 'listCalls',
    summary: 'The calls of the account, newest first',
    description:
      'What went to an MCP server and what failed, whichever way it came: REST, SDK, native MCP, chats, workflows. Kept for CALL_LOG_DAYS; with CALL_LOG=off the last CALLS_KEPT of the process that answers. Owners and admins see the account, members what they asked themselves, an app key what keys of its app asked.',
    access: { for: 'any', scope: 'tools:read', otherAccounts: true },
    responses: { 200: { description: 'Calls', schema: CallPageSchema } },
    problems: ['invalid-cursor', 'account-not-found'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: CallQuery }) { limit, cursor, ...filters }: CallQuery,
  ): Promise<z.infer<typeof CallPageSchema>> {
    return toCallPage(principal, await this.calls.list(principal, { limit, cursor }, filters));
  }

  @Get('export')
  @Operation({
    id: 'exportCalls',
    summary: 'The calls of the account as a file',
    description: 'Those that `GET /api/calls` lists, newest first. The export is an event of the audit log.',
    access: { for: 'any', scope: 'tools:read', otherAccounts: true },
    responses: { 200: exportResponse },
    problems: ['account-not-found', 'overloaded'],
  })
  async export(
    @CurrentPrincipal() principal: Principal,
    @ScopeParameter() scope: RequestContext,
    @Headers('accept') accept: string | undefined,
    @Query({ schema: CallExportQuery }) { format: named, ...filters }: CallExportQuery,
  ): Promise<StreamReply> {
    const format = formatWanted(named, accept);
    const rows = await this.calls.export(principal, filters, format, scope);
    return exportReply(
      { name: 'calls', rows: tellingEach(principal, rows), columns: callColumns, cells: callCells },
      format,
    );
  }

  @Delete()
  @Operation({
    id: 'eraseCalls',
    summary: 'Erase the calls of a person',
    access: { for: 'user', scope: 'account', roles: ['owner'] },
    responses: { 204: { description: 'Nothing of them is left' } },
  })
  async erase(
    @CurrentPrincipal() principal: Principal,
    @ScopeParameter() scope: RequestContext,
    @Query({ schema: CallErasure }) { user }: CallErasure,
  ): Promise<Reply> {
    await this.calls.erase(principal, user, scope);
    return Reply.noContent();
  }

  @Get(':requestId')
  @ApiParam({ name: 'requestId', schema: { type: 'string', minLength: 1, maxLength: 128 } })
  @Operation({
    id: 'explainCall',
    summary: 'Why a call went as it did',
    description:
      'By the `X-Request-Id` of its answer: whose token it was, what the policy said, which credential and connection were used, how often it was sent and where the time went; with CALL_LOG=full what went to tools and what they answered, redacted.',
    access: { for: 'any', scope: 'tools:read', otherAccounts: true },
    responses: { 200: { description: 'The call', schema: CallSchema } },
    problems: ['call-not-found', 'account-not-found'],
  })
  async read(
    @CurrentPrincipal() principal: Principal,
    @Param('requestId') requestId: string,
    @Query({ schema: CallAccount }) { account }: CallAccount,
  ): Promise<z.infer<typeof CallSchema>> {
    return toCall(principal, await this.calls.get(principal, requestId, account));
  }
}

async function* tellingEach(
  reader: Principal,
  calls: AsyncIterable<CallRecord>,
): AsyncGenerator<z.infer<typeof CallSchema>> {
  for await (const call of calls) yield toCall(reader, call);
}
