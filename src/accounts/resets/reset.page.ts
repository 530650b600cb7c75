import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { z } from 'zod';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html } from '../../platform/pages/page-html.js';
import { facts, newPasswordField } from '../../platform/pages/page-layout.js';
import { PageOperation, PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { networkOf } from '../../platform/egress/network.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { PasswordResets, type OpenReset } from './password-resets.service.js';
import { csrf, faultsIn } from '../sign-in/person-form.dto.js';

const code = z.string().max(200).default('');
const ResetQuery = z.object({ code });
const ResetForm = z.object({ csrf, code, password: z.string().max(1000).default('') });

/** Where somebody who has forgotten the password sets a new one: reached by a link from an owner, an admin or the operator. */
@ApiTags('pages')
@Controller('reset')
export class ResetPage {
  constructor(
    private readonly resets: PasswordResets,
    private readonly limits: RateLimits,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showReset', summary: 'See a link for a new password', problems: ['link-expired'] })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: ResetQuery }) query: z.infer<typeof ResetQuery>,
  ): Promise<Reply> {
    return this.render(req, context, await this.resets.get(query.code), query.code);
  }

  @Post()
  @PageForm({
    id: 'sendReset',
    summary: 'Set a new password in place of a forgotten one',
    tries: 'login',
    problems: ['link-expired', 'password-sign-in-off'],
  })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: ResetForm }) form: z.infer<typeof ResetForm>,
  ): Promise<Reply> {
    this.forms.check(req, form.csrf);
    await this.limits.consume('login', networkOf(context.address), context);
    const open = await this.resets.get(form.code);
    const { password: fault } = faultsIn({ password: form.password }, open.user.email);
    if (fault !== undefined) return this.render(req, context, open, form.code, fault);
    await this.resets.use(form.code, form.password, context);
    await this.limits.giveBack('login', networkOf(context.address));
    const body = html`<p class="lead">All browsers and programs of yours are signed out.</p>
      <p class="actions"><a href="${this.pages.path('/login')}">Sign in with it</a></p>`;
    return this.pages.reply({ heading: 'Your new password is set', body });
  }

  private render(
    req: Request,
    context: RequestContext,
    { reset, user, memberships }: OpenReset,
    of: string,
    fault?: string,
  ): Reply {
    const body = html`${facts([
        ['For', `${user.name} (${user.email})`],
        ['Account', memberships.map(({ account }) => account.name).join(', ')],
      ])}
      ${reset.factor ? html`<p class="lead">It also takes your second factor away.</p>` : ''}
      <form method="post" action="${this.pages.path('/reset')}">
        ${this.forms.field(req, context)}
        <input type="hidden" name="code" value="${of}" />
        ${newPasswordField(fault)}
        <p class="actions"><button class="main">Set</button></p>
      </form>`;
    const page = { heading: 'Which password shall it be?', body };
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }
}
