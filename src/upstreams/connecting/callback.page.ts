import { Controller, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { connectPath } from '../credentials/connect-path.js';
import { everyAccount } from '../credentials/credential-owner.js';
import { ConnectViews } from './connect-views.page.js';
import { Connecting } from './connecting.service.js';
import { visitOf } from './visiting.page.js';

const text = (max: number) => z.string().max(max).optional();
/** RFC 6749 §4.1.2, RFC 9207 §2; what else comes along is not looked at. */
const CallbackQuery = z.object({
  state: z.string().min(1).max(512),
  code: text(4096),
  iss: text(2048),
  error: text(200),
  error_description: text(2000),
});

/** Where every authorization server sends browsers back: the one return address of this gateway. */
@ApiTags('pages')
@Controller('oauth/upstream/callback')
export class CallbackPage {
  constructor(
    private readonly connecting: Connecting,
    private readonly views: ConnectViews,
    private readonly visitors: Visitors,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({
    id: 'finishConnection',
    summary: 'Come back from an authorization server',
    description: 'Good once, within ten minutes, in the browser that was sent there, for who was signed in.',
    problems: ['form-expired', 'upstream-auth-refused', 'upstream-auth-unavailable'],
  })
  async finish(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: CallbackQuery }) query: z.infer<typeof CallbackQuery>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined)
      throw new Problem('form-expired', 'Nobody is signed in here: sign in, and connect from the beginning.');
    const { state, code, iss, error, error_description: errorDescription } = query;
    const answer = { state, code, iss, error, errorDescription };
    const [{ account }] = visitor.memberships;
    const arrival = await this.connecting.finish(answer, visitOf(visitor), account.id, context);
    const { returnTo } = arrival;
    if (arrival.outcome === 'denied') {
      const again = connectPath(arrival.wish.server.handle, arrival.wish.owner);
      const footer = this.visitors.footer(visitor, req, context);
      return this.pages.reply({ ...this.views.denied(arrival.wish, again, returnTo), footer });
    }
    const { server, owner } = arrival.connection;
    if (returnTo !== undefined || server === undefined)
      return this.pages.redirect(returnTo ?? '/connections');
    const { accountId } = owner;
    return this.pages.redirect(
      connectPath(server, owner, accountId === everyAccount ? {} : { account: accountId }),
    );
  }
}
