import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { CodeForm, maxCodeLength } from './code-form.page.js';
import { Login } from './login.service.js';
import { nextPage } from './next-page.js';
import { PasswordTries } from './password-tries.page.js';
import { csrf, ticket } from './person-form.dto.js';
import { SignInTickets } from './sign-in-tickets.service.js';
import { Visitors } from './visitors.page.js';
import { withWayBack } from './way-back.js';

const SecondStepForm = z.object({
  csrf,
  ticket,
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
    private readonly visitors: Visitors,
    private readonly codes: CodeForm,
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
    @Body({ schema: SecondStepForm }) form: z.infer<typeof SecondStepForm>,
  ): Promise<Reply> {
    const half = await this.tickets.open(form.ticket);
    return withWayBack(half?.next, async () => {
      this.forms.check(req, form.csrf);
      if (half === undefined) return this.pages.redirect('/login');
      const { user, next } = half;
      const unspend = await this.tries.spendFactor(req, user.id, context);
      const factor = await this.factors.use(user.id, form.code);
      if (factor === undefined) {
        await this.login.failedAtCode(user, context);
        const held = await this.factors.find(user.id);
        const error = 'This code is wrong, or was used.';
        return this.codes.show(req, context, { ticket: form.ticket, held, error });
      }
      await unspend();
      await this.login.arrived(user, factor, context);
      return this.visitors.signIn(req, context, { userId: user.id, factor }, nextPage(next));
    });
  }
}
