import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { csrf } from '../../accounts/sign-in/person-form.dto.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { facts } from '../../platform/pages/page-layout.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { agoInWords, spanInWords } from '../../platform/pages/page-time.js';
import { Pages } from '../../platform/pages/pages.js';
import { scopesInWords } from '../protocol/scopes.js';
import type { ProgramGrant } from './program-grant.js';
import { ProgramGrants } from './program-grants.service.js';

const path = '/programs';
const accountId = z.string().max(36).optional();
const ProgramsQuery = PageQuery.extend({ account: accountId });
const RevokeForm = z.object({ csrf, grant: z.string().max(36), account: accountId });

/** Where people see the programs that they let in, and take that back. */
@ApiTags('pages')
@Controller('programs')
export class ProgramsPage {
  constructor(
    private readonly grants: ProgramGrants,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
    private readonly clock: Clock,
  ) {}

  @Get()
  @PageOperation({
    id: 'showPrograms',
    summary: 'The programs that you let in',
    problems: ['invalid-cursor'],
  })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: ProgramsQuery }) { account, ...page }: z.infer<typeof ProgramsQuery>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn(path);
    const own = { accountId: accountOf(visitor, account), userId: visitor.user.id };
    const { items, nextCursor } = await this.grants.list(own, page);
    const hidden = html`${this.forms.field(req, context)}
      <input type="hidden" name="account" value="${own.accountId}" />`;
    const body = html`${this.accounts(visitor, own.accountId)}
    ${
      items.length === 0
        ? html`<p class="lead">No program has been let in to this account by you.</p>`
        : items.map((grant) => this.program(grant, hidden))
    }
    ${
      nextCursor === undefined
        ? ''
        : html`<p><a href="${this.addressOf(own.accountId, nextCursor)}">Older ones</a></p>`
    }`;
    const footer = this.visitors.footer(visitor, req, context);
    return this.pages.reply({ heading: 'Connected programs', body, footer });
  }

  @Post('revoke')
  @PageForm({ id: 'revokeProgram', summary: 'Take back what a program was granted', problems: ['forbidden'] })
  async revoke(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: RevokeForm }) form: z.infer<typeof RevokeForm>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn(path);
    this.forms.check(req, form.csrf);
    const own = { accountId: accountOf(visitor, form.account), userId: visitor.user.id };
    try {
      await this.grants.revoke(form.grant, own, own, context);
    } catch (error) {
      // A second click does no harm.
      if (!(error instanceof Problem) || error.code !== 'grant-not-found') throw error;
    }
    return this.pages.redirect(queryOf(own.accountId));
  }

  private program(grant: ProgramGrant, hidden: Html): Html {
    const { id, program, returnHost, scopes, createdAt, lastUsedAt, expiresAt } = grant;
    const now = this.clock.now();
    return html`<section class="program" aria-labelledby="${id}">
      <h2 id="${id}">${program.name}</h2>
      ${facts([
        [
          'Known by',
          program.kind === 'document' ? `its document at ${program.host ?? ''}` : knownBy[program.kind],
        ],
        ['Returns to', returnHost],
        ['Reaches', reachInWords(grant)],
        ['May', scopesInWords(scopes)],
        ['Let in', agoInWords(now - createdAt)],
        ['Last used', lastUsedAt === null ? 'never' : agoInWords(now - lastUsedAt)],
        ['Ends', `in ${spanInWords(expiresAt - now)}, unless it is used before`],
      ])}
      <form method="post" action="${this.pages.path(`${path}/revoke`)}">
        ${hidden}
        <input type="hidden" name="grant" value="${id}" />
        <p class="actions"><button aria-describedby="${id}">Take back</button></p>
      </form>
    </section>`;
  }

  private accounts({ memberships }: SignedIn, shown: string): Html | string {
    if (memberships.length === 1) return '';
    return html`<nav class="lead" aria-label="Accounts">
      ${memberships.map(({ account: { id, name } }) =>
        id === shown
          ? html`<b aria-current="page">${name}</b> `
          : html`<a href="${this.addressOf(id)}">${name}</a> `,
      )}
    </nav>`;
  }

  private addressOf(account: string, cursor?: string): string {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.pages.path(queryOf(account) + more);
  }
}

const knownBy = { registered: 'its own word', operator: 'the operator' } as const;

function queryOf(account: string): string {
  return `${path}?account=${encodeURIComponent(account)}`;
}

/** Throws `forbidden`. */
function accountOf({ memberships }: SignedIn, wanted: string | undefined): string {
  const membership = memberships.find(({ account: { id } }) => wanted === undefined || id === wanted);
  if (membership === undefined) throw new Problem('forbidden', 'You are not a member of this account.');
  return membership.account.id;
}

function reachInWords({ address, servers, apps }: ProgramGrant): string {
  if (address !== null) return address;
  if (servers === null || apps === null) return 'all that programs can use';
  const count = (many: number, what: string) => `${String(many)} ${what}${many === 1 ? '' : 's'}`;
  const named = servers.length <= 5 ? servers.join(', ') : count(servers.length, 'server');
  return [named, apps.length === 0 ? '' : count(apps.length, 'app')].filter(Boolean).join(' and ');
}
