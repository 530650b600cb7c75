import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html } from '../../platform/pages/page-html.js';
import { field, newPasswordField } from '../../platform/pages/page-layout.js';
import { PageOperation, PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { maxPasswordLength } from '../../kernel/password-rules.js';
import { PasswordChanges } from './password-changes.service.js';
import { PasswordTries } from './password-tries.page.js';
import { csrf, faultsIn } from './person-form.dto.js';
import type { SignedIn } from '../sessions/sessions.service.js';
import { Visitors } from './visitors.page.js';

const password = z.string().max(1000).default('');
const ChangeForm = z.object({ csrf, current: password, password });
type Errors = Partial<Record<'current' | 'password', string | undefined>>;

const path = '/password';

/** Where people change their own password. */
@ApiTags('pages')
@Controller('password')
export class PasswordPage {
  constructor(
    private readonly changes: PasswordChanges,
    private readonly tries: PasswordTries,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showPassword', summary: 'Change your own password' })
  async show(@Req() req: Request, @ScopeParameter() context: RequestContext): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    return visitor === undefined ? this.visitors.askToSignIn(path) : this.render(req, context, visitor, {});
  }

  @Post()
  @PageForm({ id: 'sendPassword', summary: 'Change your own password' })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: ChangeForm }) form: z.infer<typeof ChangeForm>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn(path);
    this.forms.check(req, form.csrf);
    const { user, memberships } = visitor;
    const { password: fault } = faultsIn({ password: form.password }, user.email);
    if (fault !== undefined) return this.render(req, context, visitor, { password: fault });
    const unspend = await this.tries.spendHere(req, user, context);
    const person = { userId: user.id, accountId: memberships[0].account.id };
    try {
      await this.changes.change(person, { current: form.current, next: form.password }, context);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'wrong-password') throw error;
      return this.render(req, context, visitor, { current: 'This is not your present password.' });
    }
    await unspend();
    return this.visitors.signIn(
      req,
      context,
      { userId: user.id, provider: visitor.provider, factor: visitor.factor },
      '/device',
    );
  }

  private render(req: Request, context: RequestContext, visitor: SignedIn, errors: Errors): Reply {
    const body = html`<p class="lead">
        Other browsers are signed out by it. Programs that you approved stay signed in.
      </p>
      <form method="post" action="${this.pages.path(path)}">
        ${this.forms.field(req, context)}
        ${field({
          ...{ name: 'current', label: 'Present password', type: 'password', error: errors.current },
          ...{ autocomplete: 'current-password', maxlength: maxPasswordLength, focus: true },
        })}
        ${newPasswordField(errors.password)}
        <p class="actions"><button class="main">Change</button></p>
      </form>`;
    const page = {
      heading: 'Which password shall it be?',
      body,
      footer: this.visitors.footer(visitor, req, context),
    };
    const fault = errors.current ?? errors.password;
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }
}
