import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { z } from 'zod';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html } from '../../platform/pages/page-html.js';
import { PageOperation, PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { shownAddress } from '../people/person.js';
import { csrf } from './person-form.dto.js';
import { Visitors } from './visitors.page.js';

const LogoutForm = z.object({ csrf });

/** Where people sign out. */
@ApiTags('pages')
@Controller('logout')
export class LogoutPage {
  constructor(
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showLogout', summary: 'Ask whether to sign out in the browser' })
  async show(@Req() req: Request, @ScopeParameter() context: RequestContext): Promise<Reply> {
    const visitor = await this.visitors.findVisit(req);
    if (visitor === undefined) return this.pages.redirect('/login');
    const body = html`<p class="lead">
        You are signed in as <b>${shownAddress(visitor.user)}</b>. Programs that you approved stay signed in.
      </p>
      <form method="post" action="${this.pages.path('/logout')}">
        ${this.forms.field(req, context)}
        <p class="actions"><button class="main">Sign out</button></p>
      </form>`;
    return this.pages.reply({ heading: 'Sign out in this browser?', body });
  }

  @Post()
  @PageForm({ id: 'sendLogout', summary: 'Sign out in the browser' })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: LogoutForm }) form: z.infer<typeof LogoutForm>,
  ): Promise<Reply> {
    this.forms.check(req, form.csrf);
    await this.visitors.signOut(req, context);
    return this.pages.redirect('/login');
  }
}
