import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { z } from 'zod';
import { PageForms } from '../platform/http/page-forms.js';
import { html, type Html } from '../platform/http/page-html.js';
import { facts, field } from '../platform/http/page-layout.js';
import { Page, PageForm } from '../platform/http/page-operation.decorator.js';
import { Pages } from '../platform/http/pages.js';
import { Scope } from '../platform/http/parameters.js';
import type { Reply } from '../platform/http/reply.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { networkOf } from '../platform/security/network.js';
import { RateLimits } from '../platform/security/rate-limits.js';
import { Admission } from './admission.service.js';
import { Invitations, type OpenInvitation } from './invitations.service.js';
import { maxPasswordLength, minPasswordLength } from '../kernel/password-rules.js';
import { faultsIn, PersonForm, type FieldErrors } from './person-form.dto.js';
import { Visitors } from './visitors.page.js';

const InviteQuery = z.object({ code: z.string().max(200).default('') });

/** Where an invitation is accepted: reached by the link that the inviting person sends. */
@ApiTags('pages')
@Controller('invite')
export class InvitePage {
  constructor(
    private readonly invitations: Invitations,
    private readonly admission: Admission,
    private readonly limits: RateLimits,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @Page({ id: 'showInvitation', summary: 'See an invitation', problems: ['link-expired'] })
  async show(
    @Req() req: Request,
    @Scope() context: RequestContext,
    @Query({ schema: InviteQuery }) { code }: z.infer<typeof InviteQuery>,
  ): Promise<Reply> {
    return this.render(req, context, await this.invitations.get(code), { code, name: '', errors: {} });
  }

  @Post()
  @PageForm({ id: 'acceptInvitation', summary: 'Accept an invitation', problems: ['link-expired'] })
  async submit(
    @Req() req: Request,
    @Scope() context: RequestContext,
    @Body({ schema: PersonForm }) { csrf, code, name: given, password }: PersonForm,
  ): Promise<Reply> {
    this.forms.check(req, csrf);
    await this.limits.consume('login', networkOf(context.address), context);
    const open = await this.invitations.get(code);
    const name = given.trim();
    const errors = open.user === undefined ? faultsIn({ name, password }) : {};
    if (Object.keys(errors).length > 0) return this.render(req, context, open, { code, name, errors });
    const user = await this.admission.accept(open, { name, password }, context);
    if (user === undefined)
      return this.render(req, context, open, { code, name, errors: { password: 'The password is wrong.' } });
    await this.limits.giveBack('login', networkOf(context.address));
    return this.visitors.signIn(req, context, user.id, '/device');
  }

  private render(
    req: Request,
    context: RequestContext,
    open: OpenInvitation,
    of: { code: string; name: string; errors: FieldErrors },
  ): Reply {
    const { invitation, accountName, inviter, user } = open;
    const body = html`${facts([
        ['Account', accountName],
        ['Your role', invitation.role],
        ['Invited by', inviter],
        ['For', invitation.email],
      ])}
      <form method="post" action="${this.pages.path('/invite')}">
        ${this.forms.field(req, context)}
        <input type="hidden" name="code" value="${of.code}" />
        ${user === undefined ? newPerson(of.name, of.errors) : knownPerson(of.errors)}
        <p class="actions"><button class="main">Join</button></p>
      </form>`;
    const page = { heading: `Join ${accountName}?`, body };
    const [fault] = Object.values(of.errors);
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }
}

function newPerson(name: string, errors: FieldErrors): Html {
  return html`${field({
    ...{ name: 'name', label: 'Your name', value: name, error: errors.name },
    ...{ autocomplete: 'name', maxlength: 100, focus: true },
  })}
  ${field({
    ...{ name: 'password', label: 'New password', type: 'password', error: errors.password },
    hint: `At least ${String(minPasswordLength)} characters. A few words are fine.`,
    ...{ autocomplete: 'new-password', minlength: minPasswordLength, maxlength: maxPasswordLength },
  })}`;
}

function knownPerson(errors: FieldErrors): Html {
  return field({
    ...{ name: 'password', label: 'Your password here', type: 'password', error: errors.password },
    hint: 'You have a user on this gateway already; this proves that it is you.',
    ...{ autocomplete: 'current-password', maxlength: maxPasswordLength, focus: true },
  });
}
