import { Controller, Get, Headers, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { Accounts } from './accounts.service.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { exportReply, exportResponse, formatWanted } from '../../platform/http/answers/export-reply.js';
import type { StreamReply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import {
  auditCells,
  auditColumns,
  AuditExportQuery,
  AuditPageSchema,
  AuditQuery,
  toAuditEvent,
  toAuditPage,
} from '../audit/audit.dto.js';
import type { AuditEvent } from '../audit/audit-store.port.js';
import { Audit } from '../audit/audit.service.js';

@ApiTags('accounts')
@Controller('api/audit')
export class AuditController {
  constructor(
    private readonly audit: Audit,
    private readonly accounts: Accounts,
  ) {}

  @Get()
  @Operation({
    id: 'listAuditEvents',
    summary: 'What happened in the account, newest first',
    access: { for: 'user', scope: 'account', roles: ['owner'], otherAccounts: true },
    responses: { 200: { description: 'Events', schema: AuditPageSchema } },
    problems: ['invalid-cursor', 'account-not-found'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: AuditQuery }) { action, account, ...page }: AuditQuery,
  ): Promise<z.infer<typeof AuditPageSchema>> {
    const accountId = await this.accounts.getMeant(principal, account);
    const of = { accountId, ...(action === undefined ? {} : { action }) };
    return toAuditPage(await this.audit.list(of, page));
  }

  @Get('export')
  @Operation({
    id: 'exportAuditEvents',
    summary: 'What happened in the account, as a file',
    description: 'Newest first. The export is an event itself.',
    access: { for: 'user', scope: 'account', roles: ['owner'], otherAccounts: true },
    responses: { 200: exportResponse },
    problems: ['account-not-found', 'overloaded'],
  })
  async export(
    @CurrentPrincipal() principal: Principal,
    @ScopeParameter() context: RequestContext,
    @Headers('accept') accept: string | undefined,
    @Query({ schema: AuditExportQuery }) { action, account, format: named }: AuditExportQuery,
  ): Promise<StreamReply> {
    const format = formatWanted(named, accept);
    const accountId = await this.accounts.getMeant(principal, account);
    const of = { accountId, ...(action === undefined ? {} : { action }) };
    const details = { format, ...of };
    await this.audit.record(principal, { action: 'audit.exported', target: accountId, details }, context);
    const rows = tellingEach(this.audit.all(of));
    return exportReply({ name: 'audit', rows, columns: auditColumns, cells: auditCells }, format);
  }
}

async function* tellingEach(
  events: AsyncIterable<AuditEvent>,
): AsyncGenerator<ReturnType<typeof toAuditEvent>> {
  for await (const event of events) yield toAuditEvent(event);
}
