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
import { PasswordTries } from '../sign-in/password-tries.page.js';
import { csrf } from '../sign-in/person-form.dto.js';
import { Visitors } from '../sign-in/visitors.page.js';

const next = z.string().max(maxNextPage).optional();
const FactorQuery = z.object({ next });
const PasswordForm = z.object({ csrf, next, password: z.string().max(1000).default('') });
const CodeForm = z.object({ csrf, next, code: z.string().max(maxCodeLength).default('') });

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
    const sent = await this.take(req, context, form);
    if (sent === undefined) return this.visitors.askToSignIn(factorPath(form.next));
    const { user } = sent.visit;
    const unspend = await this.tries.spendHere(req, user, context);
    return this.answer(sent, 'This is not your password.', async () => {
      const begun = await this.own.begin(ownerOf(sent.visit), form.password, context);
      await unspend();
      return this.views.begun(begun, this.carried(sent));
    });
  }

  @Post('confirm')
  @PageForm({ id: 'sendFactorCode', summary: 'Turn the second factor on' })
  async confirm(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: CodeForm }) form: z.infer<typeof CodeForm>,
  ): Promise<Reply> {
    const sent = await this.take(req, context, form);
    if (sent === undefined) return this.visitors.askToSignIn(factorPath(form.next));
    const unspend = await this.tries.spendCode(sent.visit.user.id, context, req);
    return this.answer(sent, 'This is not the code that it shows now.', async () => {
      const codes = await this.own.confirm(ownerOf(sent.visit), form.code, context);
      await unspend();
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
    const sent = await this.take(req, context, form);
    if (sent === undefined) return this.visitors.askToSignIn(factorPath(form.next));
    const unspend = await this.tries.spendCode(sent.visit.user.id, context, req);
    return this.answer(sent, 'This code is wrong, or was used.', async () => {
      await this.own.remove(ownerOf(sent.visit), form.code, context);
      await unspend();
      return this.state(sent);
    });
  }

  private async take(
    req: Request,
    context: RequestContext,
    form: { readonly csrf?: string | undefined; readonly next?: string | undefined },
  ): Promise<Sent | undefined> {
    const visit = await this.visitors.findVisit(req);
    if (visit === undefined) return undefined;
    this.forms.check(req, form.csrf);
    return { req, context, visit, next: nextPage(form.next) };
  }

  /** What came of a form; what was wrong with it stands beside its field. Whoever was faster in another tab is shown how it is now. */
  private async answer(sent: Sent, fault: string, work: () => Promise<PageContent>): Promise<Reply> {
    try {
      return this.pages.reply(await work());
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
