import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { z } from 'zod';
import { csrf } from '../../accounts/sign-in/person-form.dto.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import type { Html } from '../../platform/pages/page-html.js';
import { PageOperation, PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { networkOf } from '../../platform/egress/network.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { LoginApprovals } from './approvals.service.js';
import type { DeviceGrant } from './device-grant.js';
import { DeviceViews, wrongCode } from './device-views.page.js';

const userCode = z.string().max(64);
const DeviceQuery = z.object({ user_code: userCode.default('') });
const CodeForm = z.object({ csrf, user_code: userCode.default('') });
const DecisionForm = CodeForm.extend({
  decision: z.enum(['approve', 'deny']),
  account: z.string().max(36).optional(),
});

/** Somebody with a form in front of them. */
interface Exchange {
  readonly req: Request;
  readonly context: RequestContext;
  readonly visitor: SignedIn;
}

/** Where people approve devices. To enter the code and to approve are two steps, and only a click does the second. */
@ApiTags('pages')
@Controller()
export class DevicePage {
  constructor(
    private readonly approvals: LoginApprovals,
    private readonly views: DeviceViews,
    private readonly limits: RateLimits,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get('device')
  @PageOperation({ id: 'showDevice', summary: 'Look at a device that asks', problems: ['code-entry-locked'] })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: DeviceQuery }) { user_code: code }: z.infer<typeof DeviceQuery>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn(pathWith(code));
    const exchange = { req, context, visitor };
    // Another site may lead people here, but not use up their attempts: then the code waits for a click.
    const led = req.headers['sec-fetch-site'] === 'cross-site';
    return code === '' || led ? this.askForCode(exchange, code) : this.look(exchange, code);
  }

  @Post('device')
  @PageForm({
    id: 'sendUserCode',
    summary: 'Enter a user code',
    problems: ['code-entry-locked'],
    tries: 'code-entry',
  })
  async enter(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: CodeForm }) form: z.infer<typeof CodeForm>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn('/device');
    this.forms.check(req, form.csrf);
    return this.look({ req, context, visitor }, form.user_code);
  }

  @Post('device/decision')
  @PageForm({
    id: 'decideAboutDevice',
    summary: 'Approve or deny a device',
    problems: ['code-entry-locked', 'forbidden'],
    tries: 'code-entry',
  })
  async decide(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: DecisionForm }) form: z.infer<typeof DecisionForm>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn('/device');
    this.forms.check(req, form.csrf);
    const exchange = { req, context, visitor };
    const grant = await this.find(exchange, form.user_code);
    if (grant === undefined) return this.askForCode(exchange, form.user_code, true);
    if (grant.state !== 'pending') return this.tellDecision(exchange, grant, grant.state !== 'denied');
    const approve = form.decision === 'approve';
    const accountId = form.account ?? visitor.memberships[0].account.id;
    const decided = await this.approvals.decide(visitor, grant, { approve, accountId }, context);
    return decided
      ? this.tellDecision(exchange, grant, approve)
      : this.askForCode(exchange, form.user_code, true);
  }

  private async look(exchange: Exchange, code: string): Promise<Reply> {
    const grant = await this.find(exchange, code);
    if (grant === undefined) return this.askForCode(exchange, code, true);
    if (grant.state !== 'pending') return this.tellDecision(exchange, grant, grant.state !== 'denied');
    const { req, context, visitor } = exchange;
    const view = this.views.confirmation(
      grant,
      code,
      visitor,
      context.address,
      this.forms.field(req, context),
    );
    return this.pages.reply({ ...view, footer: this.footer(exchange) });
  }

  /** Only wrong codes that were looked up count against the address: those of a locked user do not shut out the neighbours. */
  private async find({ context, visitor }: Exchange, code: string): Promise<DeviceGrant | undefined> {
    const network = networkOf(context.address);
    await this.approvals.requireUnlocked(visitor);
    await this.limits.consume('code-entry', network, context);
    let wrong = false;
    try {
      const grant = await this.approvals.find(visitor, code, context);
      wrong = grant === undefined;
      return grant;
    } finally {
      if (!wrong) await this.limits.giveBack('code-entry', network);
    }
  }

  private tellDecision(exchange: Exchange, grant: DeviceGrant, approved: boolean): Reply {
    return this.pages.reply({ ...this.views.decided(grant, approved), footer: this.footer(exchange) });
  }

  private askForCode(exchange: Exchange, code: string, wrong = false): Reply {
    const { req, context } = exchange;
    const view = this.views.codeEntry(code, wrong, this.forms.field(req, context));
    const page = { ...view, footer: this.footer(exchange) };
    return wrong ? this.pages.again(req, page, wrongCode) : this.pages.reply(page);
  }

  private footer({ req, context, visitor }: Exchange): Html {
    return this.visitors.footer(visitor, req, context);
  }
}

function pathWith(code: string): string {
  return code === '' ? '/device' : `/device?user_code=${encodeURIComponent(code)}`;
}
