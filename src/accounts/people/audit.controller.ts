import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { Accounts } from './accounts.service.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { AuditPageSchema, AuditQuery, toAuditPage } from '../audit/audit.dto.js';
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
    access: { for: 'user', scope: 'account', roles: ['owner'] },
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
}
