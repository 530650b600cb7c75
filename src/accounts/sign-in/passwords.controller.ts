import { Body, Controller, Put, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PasswordChange } from '../people/member.dto.js';
import { PasswordTries } from './password-tries.page.js';
import { PasswordChanges } from './password-changes.service.js';

@ApiTags('accounts')
@Controller('api/cli/auth/password')
export class PasswordsController {
  constructor(
    private readonly changes: PasswordChanges,
    private readonly tries: PasswordTries,
  ) {}

  @Put()
  @Operation({
    id: 'changePassword',
    summary: 'Change your own password',
    description:
      'Browsers are signed out, the one that asks too; tokens live on. With a token it takes the scope `account`; people whose tokens have it not use the page `/password`.',
    access: { for: 'user', scope: 'account', ownBusiness: true },
    responses: { 204: { description: 'Changed' } },
    problems: ['wrong-password', 'overloaded'],
  })
  async change(
    @CurrentPrincipal() principal: UserPrincipal,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasswordChange }) { currentPassword: current, newPassword: next }: PasswordChange,
  ): Promise<Reply> {
    const person = await this.changes.getPerson(principal.userId);
    const unspend = await this.tries.spendHere(req, person, context);
    await this.changes.change(principal, { current, next }, context);
    await unspend();
    return Reply.noContent();
  }
}
