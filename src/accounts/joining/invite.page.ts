import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { z } from 'zod';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { facts, field, newPasswordField } from '../../platform/pages/page-layout.js';
import { PageOperation, PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { networkOf } from '../../platform/egress/network.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { Admission } from './admission.service.js';
import { Invitations, type OpenInvitation } from './invitations.service.js';
import { csrf, faultsIn, PersonForm, type FieldErrors } from '../sign-in/person-form.dto.js';
import { PasswordPolicy } from '../sign-in/password-policy.service.js';
import { ProviderLinks } from '../sign-in/provider-links.page.js';
import { shownAddress } from '../people/person.js';
import type { SignedIn } from '../sessions/sessions.service.js';
import { Visitors } from '../sign-in/visitors.page.js';

const code = z.string().max(200).default('');
const InviteQuery = z.object({ code });
const JoinForm = z.object({ csrf, code });

/**
 * Where an invitation is accepted: reached by the link that the inviting person sends. It asks nobody for a password that exists, and looks
 * the same whether the address has a user or not: who has one signs in first.
 */
@ApiTags('pages')
@Controller('invite')
export class InvitePage {
  constructor(
    private readonly invitations: Invitations,
    private readonly admission: Admission,
    private readonly limits: RateLimits,
    private readonly visitors: Visitors,
    private readonly policy: PasswordPolicy,
    private readonly providers: ProviderLinks,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showInvitation', summary: 'See an invitation', problems: ['link-expired'] })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: InviteQuery }) query: z.infer<typeof InviteQuery>,
  ): Promise<Reply> {
    const open = await this.invitations.get(query.code);
    return this.render(req, context, open, { code: query.code, name: '', errors: {} });
  }

  @Post()
  @PageForm({
    id: 'acceptInvitation',
    summary: 'Accept an invitation as a new user',
    tries: 'login',
    problems: ['link-expired', 'already-member', 'password-sign-in-off'],
  })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PersonForm }) form: PersonForm,
  ): Promise<Reply> {
    this.forms.check(req, form.csrf);
    this.policy.requireFor([]);
    await this.limits.consume('login', networkOf(context.address), context);
    const open = await this.invitations.get(form.code);
    const { password } = form;
    const name = form.name.trim();
    const errors = faultsIn({ name, password }, open.invitation.email);
    if (Object.keys(errors).length > 0)
      return this.render(req, context, open, { code: form.code, name, errors });
    const user = await this.admission.acceptAsNew(open.invitation, { name, password }, context);
    await this.limits.giveBack('login', networkOf(context.address));
    return this.visitors.signIn(req, context, { userId: user.id }, '/welcome');
  }

  @Post('join')
  @PageForm({
    id: 'joinAccount',
    summary: 'Accept an invitation as who is signed in',
    problems: ['link-expired'],
  })
  async join(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: JoinForm }) form: z.infer<typeof JoinForm>,
  ): Promise<Reply> {
    this.forms.check(req, form.csrf);
    const open = await this.invitations.get(form.code);
    const visitor = await this.visitors.find(req);
    if (visitor === undefined || !this.invitations.isFor(visitor, open))
      return this.render(req, context, open, { code: form.code, name: '', errors: {} });
    await this.admission.acceptAs(visitor.user, open.invitation, context);
    return this.pages.redirect('/welcome');
  }

  private async render(
    req: Request,
    context: RequestContext,
    open: OpenInvitation,
    of: { code: string; name: string; errors: FieldErrors },
  ): Promise<Reply> {
    const { invitation, accountName, inviter } = open;
    const visitor = await this.visitors.find(req);
    const joins = visitor !== undefined && this.invitations.isFor(visitor, open);
    const body = html`${facts([
      ['Account', accountName],
      ['Your role', invitation.role],
      ['Invited by', `${inviter.name} (${shownAddress(inviter)})`],
      ['For', invitation.email],
    ])}
    ${visitor === undefined ? this.providers.show({ invitation: of.code }) : ''}
    ${joins || this.policy.isForAll ? this.form(req, context, joins, of) : ''}
    ${joins ? '' : this.otherWay(visitor, of.code)}`;
    const footer = visitor && { footer: this.visitors.footer(visitor, req, context) };
    const page = { heading: `Join ${accountName}?`, body, ...footer };
    const [fault] = Object.values(of.errors);
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }

  private form(
    req: Request,
    context: RequestContext,
    joins: boolean,
    of: { code: string; name: string; errors: FieldErrors },
  ): Html {
    return html`<form method="post" action="${this.pages.path(joins ? '/invite/join' : '/invite')}">
      ${this.forms.field(req, context)}
      <input type="hidden" name="code" value="${of.code}" />
      ${joins ? '' : newPerson(of.name, of.errors)}
      <p class="actions"><button class="main">Join</button></p>
    </form>`;
  }

  private otherWay(visitor: SignedIn | undefined, invitation: string): Html {
    if (visitor !== undefined)
      return html`<p class="lead">
        <small
          >This makes a user of its own, with a password of its own, beside the one that you are signed in
          as.</small
        >
      </p>`;
    const back = `/invite?code=${encodeURIComponent(invitation)}`;
    const login = this.pages.path(`/login?next=${encodeURIComponent(back)}`);
    return html`<p class="lead">
      <small
        >Do you have a user here with this address? <a href="${login}">Sign in first</a>, then join as that
        user.</small
      >
    </p>`;
  }
}

function newPerson(name: string, errors: FieldErrors): Html {
  return html`${field({
    ...{ name: 'name', label: 'Your name', value: name, error: errors.name },
    ...{ autocomplete: 'name', maxlength: 100, focus: true },
  })}
  ${newPasswordField(errors.password)}`;
}
