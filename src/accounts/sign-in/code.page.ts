import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { networkOf } from '../../platform/egress/network.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { CodeForm, maxCodeLength } from './code-form.page.js';
import { Login } from './login.service.js';
import { maxNextPage, nextPage } from './next-page.js';
import { PasswordTries } from './password-tries.page.js';
import { csrf } from './person-form.dto.js';
import { SignInTickets } from './sign-in-tickets.service.js';
import { Visitors } from './visitors.page.js';

const SecondStepForm = z.object({
  csrf,
  /** Sealed, with the path to go on to in it. */
  ticket: z
    .string()
    .max(2 * maxNextPage)
    .default(''),
  code: z.string().max(maxCodeLength).default(''),
});

/** The second step of a sign-in with a password, of who has a second factor. */
@ApiTags('pages')
@Controller('login/code')
export class CodePage {
  constructor(
    private readonly tickets: SignInTickets,
    private readonly factors: SecondFactors,
    private readonly login: Login,
    private readonly tries: PasswordTries,
    private readonly limits: RateLimits,
    private readonly visitors: Visitors,
    private readonly form: CodeForm,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Post()
  @PageForm({
    id: 'sendCode',
    summary: 'Show a code of the second factor after the password',
    tries: 'login',
  })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: SecondStepForm }) { csrf: proof, ticket, code }: z.infer<typeof SecondStepForm>,
  ): Promise<Reply> {
    this.forms.check(req, proof);
    const half = await this.tickets.open(ticket);
    if (half === undefined) return this.pages.redirect('/login');
    const { user, next } = half;
    const network = networkOf(context.address);
    const isKnown = this.tries.isKnownIn(req, user.id);
    if (!isKnown) await this.limits.consume('login', network, context);
    const unspend = await this.tries.spendCode(user.id, context, req);
    const factor = await this.factors.use(user.id, code);
    if (factor === undefined) {
      await this.login.failedAtCode(user, context);
      return this.form.show(req, context, ticket, 'This code is wrong, or was used.');
    }
    if (!isKnown) await this.limits.giveBack('login', network);
    await unspend();
    await this.login.arrived(user, factor, context);
    return this.visitors.signIn(req, context, { userId: user.id, secondFactor: true }, nextPage(next));
  }
}
