import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import type { PageContent } from '../../platform/pages/page-layout.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { lacksFactor } from '../sessions/required-factor.js';
import type { Presence } from '../sessions/sessions.service.js';
import { maxCodeLength } from '../sign-in/code-form.page.js';
import { factorPath } from '../sign-in/factor-path.js';
import { FactorViews } from './factor-views.page.js';
import { maxNextPage, nextPage } from '../sign-in/next-page.js';
import { FactorProof, type FactorOwner } from './factor-proof.service.js';
import { OwnFactor } from './own-factor.service.js';
import { PasswordTries, type Unspend } from '../sign-in/password-tries.page.js';
import { csrf } from '../sign-in/person-form.dto.js';
import { Visitors } from '../sign-in/visitors.page.js';

const next = z.string().max(maxNextPage).optional();
const FactorQuery = z.object({ next });
const PasswordForm = z.object({ csrf, next, password: z.string().max(1000).default('') });
const CodeForm = z.object({ csrf, next, code: z.string().max(maxCodeLength).default('') });

/** A form as it comes. */
interface Submission {
  readonly req: Request;
  readonly context: RequestContext;
  readonly form: { readonly csrf?: string | undefined; readonly next?: string | undefined };
}

/** A form that somebody sent who is signed in. */
interface Sent {
  readonly req: Request;
  readonly context: RequestContext;
  readonly visit: Presence;
  readonly next: string;
}

/** Where people turn their second factor on and off; whom an account does not let in without one is led here. */
@ApiTags('pages')
@Controller('factor')
export class FactorPage {
  constructor(
    private readonly factors: SecondFactors,
    private readonly own: OwnFactor,
    private readonly proof: FactorProof,
    private readonly tries: PasswordTries,
    private readonly visitors: Visitors,
    private readonly views: FactorViews,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showFactor', summary: 'Your second factor' })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: FactorQuery }) query: z.infer<typeof FactorQuery>,
  ): Promise<Reply> {
    const visit = await this.visitors.findVisit(req);
    if (visit === undefined) return this.visitors.askToSignIn(factorPath(query.next));
    const sent = { req, context, visit, next: nextPage(query.next) };
    return this.pages.reply(await this.state(sent));
  }

  @Post()
  @PageForm({ id: 'sendFactor', summary: 'Set an authenticator up', tries: 'login' })
  async begin(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasswordForm }) form: z.infer<typeof PasswordForm>,
  ): Promise<Reply> {
    return this.submitted({ req, context, form }, async (sent) => {
      const unspend = await this.tries.spendHere(req, sent.visit.user, context);
      return this.answer(sent, 'This is not your password.', unspend, async () => {
        const begun = await this.own.begin(ownerOf(sent.visit), form.password, context);
        return this.views.begun(begun, this.carried(sent));
      });
    });
  }

  @Post('confirm')
  @PageForm({ id: 'sendFactorCode', summary: 'Turn the second factor on' })
  async confirm(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: CodeForm }) form: z.infer<typeof CodeForm>,
  ): Promise<Reply> {
    return this.withCode({ req, context, form }, 'This is not the code that it shows now.', async (sent) => {
      const codes = await this.own.confirm(ownerOf(sent.visit), form.code, context);
      return this.views.added(codes, sent.next);
    });
  }

  @Post('remove')
  @PageForm({ id: 'sendFactorRemoval', summary: 'Take the second factor away' })
  async remove(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: CodeForm }) form: z.infer<typeof CodeForm>,
  ): Promise<Reply> {
    return this.withCode({ req, context, form }, 'This code is wrong, or was used.', async (sent) => {
      await this.own.remove(ownerOf(sent.visit), form.code, context);
      return this.state(sent);
    });
  }

  private async submitted(
    { req, context, form }: Submission,
    answer: (sent: Sent) => Promise<Reply>,
  ): Promise<Reply> {
    const visit = await this.visitors.findVisit(req);
    if (visit === undefined) return this.visitors.askToSignIn(factorPath(form.next));
    this.forms.check(req, form.csrf);
    return answer({ req, context, visit, next: nextPage(form.next) });
  }

  /** A form that is proven by a code. */
  private withCode(
    submission: Submission,
    fault: string,
    work: (sent: Sent) => Promise<PageContent>,
  ): Promise<Reply> {
    return this.submitted(submission, async (sent) => {
      const unspend = await this.tries.spendCode(sent.visit.user.id, sent.context, sent.req);
      return this.answer(sent, fault, unspend, () => work(sent));
    });
  }

  /** What came of a form; what was wrong with it stands beside its field. Whoever was faster in another tab is shown how it is now. */
  private async answer(
    sent: Sent,
    fault: string,
    unspend: Unspend,
    work: () => Promise<PageContent>,
  ): Promise<Reply> {
    try {
      const content = await work();
      await unspend();
      return this.pages.reply(content);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'factor-present' || error.code === 'factor-not-found')
        return this.pages.reply(await this.state(sent));
      if (error.code !== 'wrong-password' && error.code !== 'wrong-code') throw error;
      return this.pages.again(sent.req, await this.state(sent, fault, error.code), fault);
    }
  }

  /** How it stands, with what was wrong. */
  private async state(sent: Sent, error?: string, code?: string): Promise<PageContent> {
    const { user, memberships } = sent.visit;
    const carried = this.carried(sent, error);
    const held = await this.factors.find(user.id);
    const { authenticatorSince: since, recoveryCodesLeft = 0 } = held ?? {};
    if (since !== undefined) return this.views.on({ since, recoveryCodesLeft }, carried);
    const begun = code === 'wrong-code' ? await this.factors.findBegun(user) : undefined;
    if (begun !== undefined) return this.views.begun(begun, carried);
    if (!(await this.proof.hasPassword(user.id))) return this.views.elsewhere();
    const closed = memberships.filter((place) => lacksFactor(sent.visit, place));
    const askedBy = closed.map(({ account }) => account.name);
    const mayGoOn = closed.length > 0 && closed.length < memberships.length;
    return this.views.off({ ...carried, askedBy, mayGoOn });
  }

  private carried({ req, context, next }: Sent, error?: string) {
    return { hidden: this.forms.field(req, context), next, error };
  }
}

/** In the person's first account; nobody is in none who is signed in. */
function ownerOf({ sessionId, user, memberships: [first] }: Presence): FactorOwner {
  if (first === undefined) throw new Problem('form-expired');
  return { accountId: first.account.id, userId: user.id, tokenId: sessionId };
}
