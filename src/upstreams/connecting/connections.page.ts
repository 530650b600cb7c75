import { Controller, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Membership } from '../../accounts/people/person.js';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { facts } from '../../platform/pages/page-layout.js';
import { PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { connectPath } from '../credentials/connect-path.js';
import type { Connection } from '../credentials/connection.js';
import { Connecting } from './connecting.service.js';
import type { NamedOwner } from './named-owner.js';
import { OwnerNames } from './owner-names.service.js';
import { principalAt } from './visiting.page.js';

const path = '/connections';
const ConnectionsQuery = z.object({ account: z.string().max(36).optional() });

/** Where people see which servers are connected, for them and for their account. */
@ApiTags('pages')
@Controller('connections')
export class ConnectionsPage {
  constructor(
    private readonly connecting: Connecting,
    private readonly names: OwnerNames,
    private readonly visitors: Visitors,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({
    id: 'showConnections',
    summary: 'Your connections to servers, and those of your account',
    problems: ['forbidden'],
  })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: ConnectionsQuery }) { account }: z.infer<typeof ConnectionsQuery>,
  ): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn(path);
    const { memberships } = visitor;
    const membership = memberships.find((it) => account === undefined || it.account.id === account);
    if (membership === undefined) throw new Problem('forbidden', 'You are not a member of this account.');
    const principal = principalAt(visitor, membership);
    const all = await this.connecting.list(principal);
    const nameOf = await this.names.of(
      principal,
      all.map(({ owner }) => owner),
    );
    const body = html`${this.accounts(memberships, membership)}
    ${
      all.length === 0
        ? html`<p class="lead">Nothing is connected. Servers that want it say so when they are used.</p>`
        : all.map((connection) => this.connection(connection, nameOf(connection.owner), membership))
    }`;
    const footer = this.visitors.footer(visitor, req, context);
    return this.pages.reply({ heading: 'Connections', body, footer });
  }

  private connection(
    { id, server, serverId, owner, state, lackedScopes, issuer, lastError }: Connection,
    { kind, name }: NamedOwner,
    { account }: Membership,
  ): Html {
    const title = server ?? serverId;
    return html`<section class="program" aria-labelledby="${id}">
      <h2 id="${id}">
        ${
          server === undefined
            ? title
            : html`<a href="${this.pages.path(connectPath(server, owner, { account: account.id }))}"
                >${title}</a
              >`
        }
      </h2>
      ${facts([
        ['Of', kind === 'user' ? 'you alone' : name],
        ['By', issuer],
        ['State', state === 'needs_auth' ? 'it works no more: connect again' : 'it works'],
        ...(lackedScopes.length === 0
          ? []
          : ([['Lacks', `${lackedScopes.join(', ')}: connect anew`]] as const)),
        ...(lastError === undefined ? [] : ([['Last fault', lastError]] as const)),
      ])}
    </section>`;
  }

  private accounts(memberships: readonly Membership[], shown: Membership): Html | string {
    if (memberships.length === 1) return '';
    return html`<nav class="lead" aria-label="Accounts">
      ${memberships.map((it) =>
        it === shown
          ? html`<b aria-current="page">${it.account.name}</b> `
          : html`<a href="${this.pages.path(`${path}?account=${it.account.id}`)}">${it.account.name}</a> `,
      )}
    </nav>`;
  }
}
