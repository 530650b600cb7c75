import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AccountSchema, ChangeAccountRequest, toAccount } from './account.dto.js';
import { AccountRules } from './account-rules.service.js';

/** The account of the token, and what its owners decide for it. */
@ApiTags('accounts')
@Controller('api/cli/account')
export class AccountController {
  constructor(private readonly rules: AccountRules) {}

  @Get()
  @Operation({
    id: 'getAccount',
    summary: 'The account of the token',
    access: { for: 'user', scope: 'account' },
    responses: { 200: { description: 'The account', schema: AccountSchema } },
  })
  async get(@CurrentPrincipal() principal: UserPrincipal): Promise<z.infer<typeof AccountSchema>> {
    return toAccount(await this.rules.get(principal));
  }

  @Patch()
  @Operation({
    id: 'changeAccount',
    summary: 'Decide for the account',
    description:
      'With `configAccess: "members"`, members can create apps and change configs and secrets, including the policies that apply to them. With `requireSecondFactor` browsers without one are shut out within five seconds, but for setting it up; tokens, keys and programs stay.',
    access: { for: 'user', scope: 'account', roles: ['owner'] },
    responses: { 200: { description: 'Changed', schema: AccountSchema } },
  })
  async change(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ChangeAccountRequest }) change: ChangeAccountRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof AccountSchema>> {
    return toAccount(await this.rules.change(principal, change, context));
  }
}
