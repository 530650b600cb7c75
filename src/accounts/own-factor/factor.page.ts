import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { PageContent } from '../../platform/pages/page-layout.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { maxCodeLength } from '../sign-in/code-form.page.js';
import { maxNextPage } from '../sign-in/next-page.js';
import { PasswordTries, type Unspend } from '../sign-in/password-tries.page.js';
import { csrf } from '../sign-in/person-form.dto.js';
import { FactorViews } from './factor-views.page.js';
import { FactorVisits, ownerOf, type FactorVisit, type Submission } from './factor-visits.page.js';
import { OwnFactor } from './own-factor.service.js';

const next = z.string().max(maxNextPage).optional();
const FactorQuery = z.object({ next });
const PasswordForm = z.object({ csrf, next, password: z.string().max(1000).default('') });
const CodeForm = z.object({ csrf, next, code: z.string().max(maxCodeLength).default('') });

/** Where people turn their second factor on and off; whom an account does not let in without one is led here. */
@ApiTags('pages')
@Controller('factor')
export class FactorPage {
  constructor(
    private readonly visits: FactorVisits,
    private readonly own: OwnFactor,
    private readonly tries: PasswordTries,
    private readonly views: FactorViews,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showFactor', summary: 'Your second factor' })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: FactorQuery }) form: z.infer<typeof FactorQuery>,
  ): Promise<Reply> {
    return this.visits.open({ req, context, form }, async (visit) =>
      this.pages.reply(await this.visits.state(visit)),
    );
  }

  @Post()
  @PageForm({ id: 'sendFactor', summary: 'Set an authenticator up', tries: 'login' })
  async begin(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasswordForm }) form: z.infer<typeof PasswordForm>,
  ): Promise<Reply> {
    return this.visits.take({ req, context, form }, async (sent) => {
      const unspend = await this.tries.spendHere(req, sent.visit.user, context);
      return this.answer(sent, 'This is not your password.', unspend, async () => {
        const begun = await this.own.begin(ownerOf(sent.visit), form.password, context);
        return this.views.begun(begun, this.visits.carried(sent));
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
      return this.visits.state(sent);
    });
  }

  /** A form that is proven by a code. */
  private withCode(
    submission: Submission,
    fault: string,
    work: (sent: FactorVisit) => Promise<PageContent>,
  ): Promise<Reply> {
    return this.visits.take(submission, async (sent) => {
      const unspend = await this.tries.spendCode(sent.visit.user.id, sent.context, sent.req);
      return this.answer(sent, fault, unspend, () => work(sent));
    });
  }

  /** What came of a form; what was wrong with it stands beside its field. Whoever was faster in another tab is shown how it is now. */
  private async answer(
    sent: FactorVisit,
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
      const { code } = error;
      if (code === 'factor-present' || code === 'factor-not-found')
        return this.pages.reply(await this.visits.state(sent));
      if (code !== 'wrong-password' && code !== 'wrong-code') throw error;
      return this.pages.again(sent.req, await this.visits.state(sent, { text: fault, code }), fault);
    }
  }
}
