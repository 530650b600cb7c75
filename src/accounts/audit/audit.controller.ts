import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { AuditPageSchema, toAuditPage } from './audit.dto.js';
import { Audit } from './audit.service.js';

@ApiTags('accounts')
@Controller('api/audit')
export class AuditController {
  constructor(private readonly audit: Audit) {}

  @Get()
  @Operation({
    id: 'listAuditEvents',
    summary: 'What happened in the account, newest first',
    access: { for: 'user', scope: 'account', roles: ['owner'] },
    responses: { 200: { description: 'Events', schema: AuditPageSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof AuditPageSchema>> {
    return toAuditPage(await this.audit.list(principal, page));
  }
}
