import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import { networkOf } from '../../platform/egress/network.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageCookies } from '../../platform/pages/page-cookies.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { maxNextPage, nextPage } from '../sign-in/next-page.js';
import { csrf } from '../sign-in/person-form.dto.js';
import { Visitors } from '../sign-in/visitors.page.js';
import { withWayBack } from '../sign-in/way-back.js';
import { randomBase62 } from '../tokens/token-format.js';
import { ProviderSignIns } from './provider-sign-ins.service.js';

const text = (max: number) => z.string().max(max).optional();
const WishQuery = z.object({ next: text(maxNextPage), invitation: text(200) });
const WishForm = WishQuery.extend({ csrf });
/** RFC 6749 §4.1.2, RFC 9207 §2; what else comes along is not looked at. */
const AnswerQuery = z.object({
  state: z.string().min(1).max(512),
  code: text(4096),
  iss: text(2048),
  error: text(200),
});

/** The way to an issuer and back. */
@ApiTags('pages')
@Controller('oauth/sign-in/:provider')
export class ProviderSignInPage {
  constructor(
    private readonly signIns: ProviderSignIns,
    private readonly visitors: Visitors,
    private readonly cookies: PageCookies,
    private readonly forms: PageForms,
    private readonly limits: RateLimits,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({
    id: 'beginSignIn',
    summary: 'Sign in at another issuer',
    description: 'Sends the browser there. With `invitation` it is accepted on the way back.',
    problems: [
      'provider-not-found',
      'link-expired',
      'sign-in-refused',
      'sign-in-unavailable',
      'rate-limited',
    ],
  })
  async begin(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('provider', { schema: IdParam }) provider: string,
    @Query({ schema: WishQuery }) wish: z.infer<typeof WishQuery>,
  ): Promise<Reply> {
    requirePage(req);
    return this.leave(req, context, provider, wish);
  }

  @Post()
  @PageForm({
    id: 'sendSignIn',
    summary: 'Sign in at another issuer, from a form',
    problems: ['provider-not-found', 'link-expired', 'sign-in-refused', 'sign-in-unavailable'],
  })
  submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('provider', { schema: IdParam }) provider: string,
    @Body({ schema: WishForm }) form: z.infer<typeof WishForm>,
  ): Promise<Reply> {
    return withWayBack(form.next, () => {
      this.forms.check(req, form.csrf);
      return this.leave(req, context, provider, form);
    });
  }

  @Get('callback')
  @PageOperation({
    id: 'finishSignIn',
    summary: 'Come back from another issuer',
    description: 'Good once, within ten minutes, in the browser that was sent there.',
    problems: [
      ...(['provider-not-found', 'form-expired', 'link-expired'] as const),
      ...(['sign-in-refused', 'sign-in-unavailable'] as const),
    ],
  })
  async finish(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('provider', { schema: IdParam }) provider: string,
    @Query({ schema: AnswerQuery }) query: z.infer<typeof AnswerQuery>,
  ): Promise<Reply> {
    const answer = new URLSearchParams(Object.entries(query));
    const browser = this.cookies.read(req, 'sign-in') ?? '';
    const { user, next } = await withWayBack(undefined, () =>
      this.counted(context, () => this.signIns.finish(provider, answer, browser, context)),
    );
    return this.visitors.signIn(req, context, { userId: user.id, provider }, next);
  }

  /** The secret of the browser outlives one sign-in, so that two tabs do not hinder each other. */
  private async leave(
    req: Request,
    context: RequestContext,
    provider: string,
    { next, invitation }: z.infer<typeof WishQuery>,
  ): Promise<Reply> {
    const wish = { next: invitation === undefined ? nextPage(next) : '/welcome', invitation };
    return withWayBack(wish.next, async () => {
      await this.limits.consume('sign-in-start', networkOf(context.address), context);
      const browser = this.cookies.read(req, 'sign-in') ?? randomBase62(32);
      const address = await this.counted(context, () => this.signIns.begin(provider, wish, browser, context));
      this.cookies.set(context, 'sign-in', browser);
      return this.pages.leave(address);
    });
  }

  /** Only what fails counts, so that a whole office signs in from one address. Throws `rate-limited`. */
  private async counted<T>(context: RequestContext, step: () => Promise<T>): Promise<T> {
    const network = networkOf(context.address);
    await this.limits.require('sign-in', network, context);
    try {
      return await step();
    } catch (error) {
      if (error instanceof Problem) await this.limits.count('sign-in', network);
      throw error;
    }
  }
}

/** Throws `sign-in-refused` for images and the like, with which a page of another site could begin sign-ins that nobody wants (Fetch Metadata). */
function requirePage({ headers }: Request): void {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document')
    throw new Problem('sign-in-refused', 'A sign-in begins on a page that a person opens.');
}
