import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { z } from 'zod';
import { Identities } from '../../accounts/sessions/identities.service.js';
import { MeSchema, toMe } from '../../accounts/sessions/identity.dto.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import { toToken } from '../../accounts/tokens/token.dto.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PageCookies } from '../../platform/pages/page-cookies.js';
import { TokenPageSchema } from './token-page.dto.js';

/** Any live token of a person may look at its owner and end itself. */
const access = { for: 'user' } as const;

/** What a logged-in person can ask and do about being logged in. */
@ApiTags('login')
@Controller('api/cli/auth')
export class SessionController {
  constructor(
    private readonly identities: Identities,
    private readonly tokens: AccessTokens,
    private readonly cookies: PageCookies,
  ) {}

  @Get('me')
  @Operation({
    id: 'getMe',
    summary: 'Who the token, or the browser, belongs to',
    access: { ...access, programs: true },
    responses: { 200: { description: 'User, account and token', schema: MeSchema } },
  })
  async me(@CurrentPrincipal() principal: UserPrincipal): Promise<z.infer<typeof MeSchema>> {
    return toMe(await this.identities.get(principal));
  }

  @Post('logout')
  @Operation({
    id: 'logOut',
    summary: 'Revoke the token of this request, or sign the browser out',
    access: { ...access, beforeFactor: true },
    responses: { 204: { description: 'Revoked: here at once, in all processes within five seconds' } },
  })
  async logOut(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.identities.logOut(principal, context);
    if (principal.session !== undefined) this.cookies.clear(context, 'session');
    return Reply.noContent();
  }

  @Get('tokens')
  @Operation({
    id: 'listTokens',
    summary: 'Your own live tokens in this account, newest first',
    access,
    responses: { 200: { description: 'Tokens', schema: TokenPageSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof TokenPageSchema>> {
    const { items, ...rest } = await this.tokens.listOwn(principal, page);
    return {
      tokens: items.map((token) => ({ ...toToken(token), current: token.id === principal.tokenId })),
      ...rest,
    };
  }

  @Delete('tokens/:id')
  @Operation({
    id: 'revokeToken',
    summary: 'Revoke one of your own tokens',
    description: 'That of the request, or with the scope `account` any.',
    access,
    responses: { 204: { description: 'Revoked: here at once, in all processes within five seconds' } },
    problems: ['token-not-found'],
  })
  async revoke(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
  ): Promise<Reply> {
    await this.identities.revoke(principal, id, context);
    return Reply.noContent();
  }
}
