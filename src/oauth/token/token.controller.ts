import { Body, Controller, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import type { IssuedToken } from '../../accounts/tokens/access-tokens.service.js';
import { ProblemDialects } from '../../platform/http/answers/problem-dialects.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { OAuthSwitch } from '../protocol/oauth-switch.guard.js';
import { OAuthErrorSchema } from '../protocol/oauth-error.dto.js';
import { OAuthDialect, oauthError, oauthReply } from '../protocol/oauth-reply.js';
import { Revocations } from './revocations.service.js';
import { RevocationAnswer, RevocationRequest, TokenAnswer, TokenRequest } from './token.dto.js';
import { TokenRequests, type AskedToken, type RefusedToken } from './token-requests.service.js';

const failure = (description: string) => ({ description, schema: OAuthErrorSchema });
const errors = {
  400: failure('An error of RFC 6749 §5.2, RFC 8628 §3.5 or RFC 8707 §2'),
  401: failure('The client is unknown, or did not prove that it is the one'),
  403: failure('The request may not be made'),
  421: failure('The Host is not one of ours'),
  429: failure('Too many requests from this address, or of this grant'),
  500: failure('Something went wrong inside the gateway'),
  502: failure('The document of the client cannot be had'),
  503: failure('The gateway is stopping, or the document of the client cannot be had now'),
};
const noStore = { 'Cache-Control': { description: '`no-store`', schema: { type: 'string' } } };

/** Where programs get tokens, and give them back. */
@ApiTags('oauth')
@Controller('oauth')
@UseGuards(OAuthSwitch)
export class TokenController {
  constructor(
    private readonly requests: TokenRequests,
    private readonly revocations: Revocations,
    dialects: ProblemDialects,
  ) {
    dialects.addFirst(new OAuthDialect(new Set(['/oauth/token', '/oauth/revoke'])));
  }

  @Post('token')
  @Operation({
    id: 'getProgramToken',
    summary: 'Get tokens for a code, a refresh token or a device login (RFC 6749 §3.2)',
    description:
      'As a form, or as JSON. A refresh token is rotated each time; the former one is served for a minute.',
    access: { for: 'public' },
    limit: 'oauth-token',
    repeats: ['resource'],
    responses: { 200: { description: 'The tokens', schema: TokenAnswer, headers: noStore }, ...errors },
  })
  async token(
    @Req() { headers: { authorization } }: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: TokenRequest }) request: TokenRequest,
  ): Promise<Reply> {
    const outcome = await this.requests.answer(askedBy(request, authorization), context);
    if ('error' in outcome) return refused(outcome, authorization);
    const { access, refreshToken } = outcome;
    return oauthReply({
      ...accessOf(access),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      scope: access.token.scopes.join(' '),
    });
  }

  @Post('revoke')
  @Operation({
    id: 'revokeProgramToken',
    summary: 'Give a token back (RFC 7009)',
    description:
      'A refresh token ends its grant. The answer is the same for tokens that are unknown or have ended.',
    access: { for: 'public' },
    limit: 'oauth-token',
    responses: {
      200: {
        description: 'It is dead: here at once, everywhere within five seconds',
        schema: RevocationAnswer,
      },
      ...errors,
    },
  })
  async revoke(
    @ScopeParameter() context: RequestContext,
    @Body({ schema: RevocationRequest }) { token, client_id: clientId }: RevocationRequest,
  ): Promise<Reply> {
    if (token === undefined) return oauthError('invalid_request', { description: 'The token is missing.' });
    await this.revocations.revoke(token, clientId, context);
    return oauthReply({});
  }
}

function askedBy(request: TokenRequest, authorization: string | undefined): AskedToken {
  return {
    authorization,
    grantType: request.grant_type,
    ...{ clientId: request.client_id, clientSecret: request.client_secret },
    ...{ code: request.code, verifier: request.code_verifier, redirectUri: request.redirect_uri },
    ...{ refreshToken: request.refresh_token, scope: request.scope, resources: request.resource ?? [] },
    deviceCode: request.device_code,
  };
}

function accessOf({ text, token: { createdAt, expiresAt } }: IssuedToken): object {
  const lifetime = expiresAt === null ? {} : { expires_in: Math.round((expiresAt - createdAt) / 1000) };
  return { access_token: text, token_type: 'Bearer', ...lifetime };
}

/** RFC 6749 §5.2: who tried to prove it by header is told so by header. */
function refused(refusal: RefusedToken, authorization: string | undefined): Reply {
  const { error, ...more } = refusal;
  const isChallenged = error === 'invalid_client' && authorization !== undefined;
  return oauthError(error, isChallenged ? { ...more, challenge: 'Basic realm="gantry"' } : more);
}
