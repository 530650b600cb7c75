import { Body, Controller, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { PasswordReset, PasswordResetSchema } from './reset.dto.js';
import { PasswordResets } from './password-resets.service.js';

/** Where links for people are made who cannot sign in. */
@ApiTags('accounts')
@Controller('api/cli/members/:user/reset')
export class ResetsController {
  constructor(
    private readonly resets: PasswordResets,
    private readonly limits: RateLimits,
  ) {}

  @Post()
  @Operation({
    id: 'resetPassword',
    summary: 'A link by which somebody sets a new password',
    description:
      'For people who forgot theirs: send it to them yourself. It works once, until a newer one is made, the person joins another account or leaves, or you leave. With its use they are signed out everywhere and all their tokens are dead; with `factor` it also takes their second factor away. Operators and people in several accounts are the operator’s to help, as are those of other accounts: that takes the scope `operator` and the role owner.',
    access: { for: 'user', scope: 'account', roles: ['owner', 'admin'] },
    responses: { 201: { description: 'The link', schema: PasswordResetSchema } },
    problems: ['member-not-found', 'password-sign-in-off'],
  })
  async reset(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('user', { schema: IdParam }) user: string,
    @Body({ schema: PasswordReset }) body: PasswordReset,
  ): Promise<z.infer<typeof PasswordResetSchema>> {
    await this.limits.consume('reset', principal.userId, context);
    const wish = { userId: user, factor: body?.factor === true };
    context.setHeader('cache-control', 'no-store');
    const { url, expiresAt } = await this.resets.create(principal, wish, context);
    return { url, expiresAt: new Date(expiresAt).toISOString() };
  }
}
