import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { PasswordChange, PasswordReset, PasswordResetSchema } from '../people/member.dto.js';
import { PasswordResets } from './password-resets.service.js';
import { PasswordTries } from './password-tries.page.js';
import { PasswordChanges } from './password-changes.service.js';

@ApiTags('accounts')
@Controller('api/cli')
export class PasswordsController {
  constructor(
    private readonly changes: PasswordChanges,
    private readonly resets: PasswordResets,
    private readonly tries: PasswordTries,
    private readonly limits: RateLimits,
  ) {}

  @Put('auth/password')
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
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasswordChange }) { currentPassword: current, newPassword: next }: PasswordChange,
  ): Promise<Reply> {
    const unspend = await this.tries.spend(await this.changes.getAddress(principal.userId), context);
    await this.changes.change(principal, { current, next }, context);
    await unspend();
    return Reply.noContent();
  }

  @Post('members/:user/reset')
  @Operation({
    id: 'resetPassword',
    summary: 'A link by which somebody sets a new password',
    description:
      'For people who forgot theirs: send it to them yourself. It works once, until a newer one is made, the person joins another account or leaves, or you leave. With its use they are signed out everywhere and all their tokens are dead. Operators and people in several accounts are the operator’s to help, as are those of other accounts: that takes the scope `operator` and the role owner.',
    access: { for: 'user', scope: 'account', roles: ['owner', 'admin'] },
    responses: { 201: { description: 'The link', schema: PasswordResetSchema } },
    problems: ['member-not-found', 'password-sign-in-off'],
  })
  async reset(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('user', { schema: IdParam }) user: string,
    @Body({ schema: PasswordReset }) _body: PasswordReset,
  ): Promise<z.infer<typeof PasswordResetSchema>> {
    await this.limits.consume('reset', principal.userId, context);
    const { url, expiresAt } = await this.resets.create(principal, user, context);
    return { url, expiresAt: new Date(expiresAt).toISOString() };
  }
}
