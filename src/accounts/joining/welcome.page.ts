import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { Config } from '../../platform/config/config.js';
import { html } from '../../platform/pages/page-html.js';
import { PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Visitors } from '../sign-in/visitors.page.js';

/** What comes next for somebody who has just set the gateway up, or joined an account. */
@ApiTags('pages')
@Controller('welcome')
export class WelcomePage {
  constructor(
    private readonly visitors: Visitors,
    private readonly pages: Pages,
    private readonly config: Config,
  ) {}

  @Get()
  @PageOperation({ id: 'showWelcome', summary: 'See what comes next' })
  async show(@Req() req: Request, @ScopeParameter() context: RequestContext): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn('/welcome');
    const { account } = visitor.memberships[0];
    const { publicUrl } = this.config;
    const body = html`<p class="lead">
        You are in the account ${account.name}. <a href="${this.pages.path('/console')}">Open the console</a>,
        or go on at a terminal:
      </p>
      <ol class="steps">
        <li>
          <code>npx gantry login --url ${publicUrl}</code>
          <small>Shows a code; <a href="${this.pages.path('/device')}">approve it</a> in this browser.</small>
        </li>
        <li>
          <code>npx gantry servers</code>
          <small>Lists the tool servers that you can use.</small>
        </li>
        <li>
          <code>npx gantry connect</code>
          <small>Lists the clients, such as Claude or Cursor, that it connects to an app.</small>
        </li>
      </ol>
      <p>
        Or speak HTTP: <a href="${this.pages.path('/docs')}">all operations</a>,
        <a href="${this.pages.path('/problems')}">all problems</a>.
      </p>`;
    return this.pages.reply({
      heading: 'You are all set',
      body,
      footer: this.visitors.footer(visitor, req, context),
    });
  }
}
