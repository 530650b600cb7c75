import { Body, Controller, Get, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Membership } from '../../accounts/people/person.js';
import { personIn } from '../../accounts/sessions/known-browsers.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { csrf } from '../../accounts/sign-in/person-form.dto.js';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { parseJsonBody } from '../../kernel/json/json-body.js';
import { isJsonObject } from '../../kernel/json/json.js';
import { orderedJson } from '../../kernel/json/ordered-json.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ApprovalInbox } from './approval-inbox.service.js';
import { ApprovalViews, type FaultyDecision } from './approval-views.page.js';
import { approvalPath, type OpenedApproval } from './approval.js';
import { maxNote } from './approvals.dto.js';

const DecisionForm = z.object({
  csrf,
  decision: z.enum(['approve', 'deny']),
  note: z.string().max(maxNote).default(''),
  arguments: z.string().max(1_048_576).optional(),
});

interface Look {
  readonly visitor: SignedIn;
  readonly principal: UserPrincipal;
  readonly approval: OpenedApproval;
}

/** Where people look at a call, and approve or deny it. */
@ApiTags('pages')
@Controller('approvals/:id')
export class ApprovalPage {
  constructor(
    private readonly inbox: ApprovalInbox,
    private readonly views: ApprovalViews,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
    private readonly config: Config,
  ) {}

  @Get()
  @PageOperation({
    id: 'showApproval',
    summary: 'Look at a call that waits for an approval',
    problems: ['approval-not-found'],
  })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
  ): Promise<Reply> {
    const look = await this.look(req, id);
    return look === undefined
      ? this.visitors.askToSignIn(approvalPath(id))
      : this.pages.reply(this.content(req, context, look));
  }

  @Post()
  @PageForm({
    id: 'decideAboutCall',
    summary: 'Approve or deny a call',
    problems: [
      'approval-not-found',
      'approval-decided',
      'approval-expired',
      'approval-too-large',
      'forbidden',
    ],
  })
  async decide(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
    @Body({ schema: DecisionForm }) form: z.infer<typeof DecisionForm>,
  ): Promise<Reply> {
    const look = await this.look(req, id);
    if (look === undefined) return this.visitors.askToSignIn(approvalPath(id));
    this.forms.check(req, form.csrf);
    const { note, arguments: text, decision } = form;
    const approve = decision === 'approve';
    const edited = text === undefined || !approve ? undefined : this.read(text);
    if (typeof edited === 'string') {
      const content = this.content(req, context, look, { text: text ?? '', note, fault: edited });
      return this.pages.again(req, content, edited);
    }
    const { approval } = look;
    const isSame = edited === undefined || orderedJson(edited) === orderedJson(approval.arguments);
    const said = { approve, note, arguments: isSame ? undefined : edited };
    await this.inbox.decide(look.principal, id, said, context);
    return this.pages.redirect(approvalPath(id));
  }

  private content(
    req: Request,
    context: RequestContext,
    { visitor, principal, approval }: Look,
    faulty?: FaultyDecision,
  ): Parameters<Pages['reply']>[0] {
    const isOpen = this.inbox.isOpenTo(approval, principal);
    const view = this.views.page(approval, isOpen ? this.forms.field(req, context) : undefined, faulty);
    return { ...view, footer: this.visitors.footer(visitor, req, context) };
  }

  /** Arguments, or what is wrong with their text. */
  private read(text: string): JsonObject | string {
    try {
      const { MAX_JSON_DEPTH, MAX_JSON_ELEMENTS } = this.config.values;
      const elementsVariable = 'MAX_JSON_ELEMENTS' as const;
      const limits = { maxDepth: MAX_JSON_DEPTH, maxElements: MAX_JSON_ELEMENTS, elementsVariable };
      const value = parseJsonBody(Buffer.from(text), limits, 'keep');
      return isJsonObject(value) ? value : 'The arguments must be a JSON object.';
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return `The arguments cannot be read: ${error.message}`;
    }
  }

  /** As whom the person sees it: the first place in which it may be decided, else in which it may be seen. Throws `approval-not-found`. */
  private async look(req: Request, id: string): Promise<Look | undefined> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return undefined;
    const looks: Look[] = [];
    for (const membership of visitor.memberships) {
      const principal = principalIn(visitor, membership);
      const approval = await this.find(principal, id);
      if (approval !== undefined) looks.push({ visitor, principal, approval });
    }
    const look =
      looks.find(({ principal, approval }) => this.inbox.isOpenTo(approval, principal)) ?? looks[0];
    if (look === undefined) throw new Problem('approval-not-found');
    return look;
  }

  private async find(principal: UserPrincipal, id: string): Promise<OpenedApproval | undefined> {
    try {
      return await this.inbox.get(principal, id);
    } catch (error) {
      if (error instanceof Problem && error.code === 'approval-not-found') return undefined;
      throw error;
    }
  }
}

/** A person in a browser, as who they are in one of their accounts. */
function principalIn({ user, sessionId }: SignedIn, membership: Membership): UserPrincipal {
  return { ...personIn(user.id, membership), tokenId: sessionId };
}
