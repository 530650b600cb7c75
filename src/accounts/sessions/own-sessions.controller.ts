import { Controller, Delete, Get, Param } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { OwnSessions } from './own-sessions.service.js';
import { SessionListSchema, toOwnSession } from './session.dto.js';

const access = { for: 'user', scope: 'account', ownBusiness: true } as const;
const ends = 'What is open under it ends: here at once, in all processes within five seconds.';

/** The browsers that somebody is signed in with. */
@ApiTags('login')
@Controller('api/me/sessions')
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Get()
  @Operation({
    id: 'listSessions',
    summary: 'The browsers that you are signed in with, newest first',
    access,
    responses: { 200: { description: 'Sessions', schema: SessionListSchema } },
  })
  async list(@CurrentPrincipal() principal: UserPrincipal): Promise<z.infer<typeof SessionListSchema>> {
    const sessions = await this.sessions.list(principal);
    return { sessions: sessions.map((session) => toOwnSession(session, principal.tokenId)) };
  }

  @Delete()
  @Operation({
    id: 'endOtherSessions',
    summary: 'Sign yourself out in all other browsers',
    description: `The browser that asks stays signed in. ${ends}`,
    access,
    responses: { 204: { description: 'Signed out' } },
  })
  async endOthers(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.sessions.endOthers(principal, context);
    return Reply.noContent();
  }

  @Delete(':session')
  @Operation({
    id: 'endSession',
    summary: 'Sign yourself out in one browser',
    description: ends,
    access,
    responses: { 204: { description: 'Signed out' } },
    problems: ['browser-session-not-found'],
  })
  async end(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('session', { schema: IdParam }) session: string,
  ): Promise<Reply> {
    await this.sessions.end(principal, session, context);
    return Reply.noContent();
  }
}
