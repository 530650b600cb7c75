import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserPrincipal } from '../kernel/principal.js';
import { IdParam } from '../platform/http/id.dto.js';
import { Operation } from '../platform/http/operation.decorator.js';
import { Caller, Scope } from '../platform/http/parameters.js';
import { Reply } from '../platform/http/reply.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { PasswordChange, PasswordReset } from './member.dto.js';
import { PasswordTries } from './password-tries.page.js';
import { PasswordChanges } from './password-changes.service.js';

@ApiTags('accounts')
@Controller('api/cli')
export class PasswordsController {
  constructor(
    private readonly changes: PasswordChanges,
    private readonly tries: PasswordTries,
  ) {}

  @Put('auth/password')
  @Operation({
    id: 'changePassword',
    summary: 'Change your own password',
    description:
      'Browsers are signed out; tokens live on. People whose tokens have not the scope `account` use the page `/password`.',
    access: { for: 'user', scope: 'account' },
    responses: { 204: { description: 'Changed' } },
    problems: ['wrong-password', 'overloaded'],
  })
  async change(
    @Caller() principal: UserPrincipal,
    @Scope() context: RequestContext,
    @Body({ schema: PasswordChange }) { currentPassword: current, newPassword: next }: PasswordChange,
  ): Promise<Reply> {
    const unspend = await this.tries.spend(await this.changes.getAddress(principal.userId), context);
    await this.changes.change(principal, { current, next }, context);
    await unspend();
    return Reply.noContent();
  }

  @Put('members/:user/password')
  @Operation({
    id: 'resetPassword',
    summary: 'Give somebody a new password',
    description:
      'For people who forgot theirs. They are signed out everywhere and all their tokens are dead. Only the operator can do this for people who are in several accounts.',
    access: { for: 'user', scope: 'account', roles: ['owner', 'admin'] },
    responses: { 204: { description: 'Reset' } },
    problems: ['member-not-found', 'overloaded'],
  })
  async reset(
    @Caller() principal: UserPrincipal,
    @Scope() context: RequestContext,
    @Param('user', { schema: IdParam }) user: string,
    @Body({ schema: PasswordReset }) { password }: PasswordReset,
  ): Promise<Reply> {
    await this.changes.reset(principal, user, password, context);
    return Reply.noContent();
  }
}
