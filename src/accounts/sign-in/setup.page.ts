import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
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
import { networkOf } from '../../platform/egress/network.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { faultsIn, PersonForm, type FieldErrors } from './person-form.dto.js';
import { Setup } from './setup.service.js';
import { Visitors } from './visitors.page.js';

const SetupQuery = z.object({ code: z.string().max(200).default('') });

/** Where the first user, the operator, is set up: reached by the link that the gateway prints. */
@ApiTags('pages')
@Controller('setup')
export class SetupPage {
  constructor(
    private readonly setup: Setup,
    private readonly limits: RateLimits,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showSetup', summary: 'Set up the first user', problems: ['link-expired'] })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: SetupQuery }) { code }: z.infer<typeof SetupQuery>,
  ): Promise<Reply> {
    if (!(await this.setup.isOpen(code))) throw new Problem('link-expired');
    return this.render(req, context, { code, email: '', name: '', errors: {} });
  }

  @Post()
  @PageForm({
    id: 'sendSetup',
    summary: 'Set up the first user',
    tries: 'login',
    problems: ['link-expired'],
  })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PersonForm }) { csrf, ...form }: PersonForm,
  ): Promise<Reply> {
    this.forms.check(req, csrf);
    await this.limits.consume('login', networkOf(context.address), context);
    const { code, email, password } = form;
    const name = form.name.trim();
    const errors = faultsIn({ email, name, password });
    if (Object.keys(errors).length > 0) return this.render(req, context, { ...form, errors });
    const user = await this.setup.complete(code, { email, name, password }, context).catch(emailTaken);
    if (user === undefined)
      return this.render(req, context, {
        ...form,
        errors: { email: 'This e-mail address belongs to another user.' },
      });
    await this.limits.giveBack('login', networkOf(context.address));
    return this.visitors.signIn(req, context, { userId: user.id }, '/welcome');
  }

  private render(
    req: Request,
    context: RequestContext,
    of: { code: string; email: string; name: string; errors: FieldErrors },
  ): Reply {
    const body = html`<p class="lead">
        You are the first user of this gateway, its operator. With this you sign in to approve programs.
      </p>
      <form method="post" action="${this.pages.path('/setup')}">
        ${this.forms.field(req, context)}
        <input type="hidden" name="code" value="${of.code}" />
        ${field({
          ...{ name: 'email', label: 'E-mail address', type: 'email', value: of.email },
          ...{ autocomplete: 'username', maxlength: 254, error: of.errors.email, focus: true },
        })}
        ${field({
          ...{ name: 'name', label: 'Your name', value: of.name, error: of.errors.name },
          ...{ autocomplete: 'name', maxlength: 100 },
        })}
        ${newPasswordField(of.errors.password)}
        <p class="actions"><button class="main">Set up</button></p>
      </form>`;
    const page = { heading: 'Who runs this gateway?', body };
    const [fault] = Object.values(of.errors);
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }
}

/** The one problem that the form can tell beside the field. */
function emailTaken(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'email-taken') return undefined;
  throw error;
}
