import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Membership } from '../../accounts/people/person.js';
import { ownPath } from '../../accounts/sign-in/next-page.js';
import { csrf } from '../../accounts/sign-in/person-form.dto.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { connectAddress, ownerWords } from '../credentials/connect-path.js';
import type { Connection } from '../credentials/connection.js';
import type { ConnectionWish } from '../credentials/connections.port.js';
import { ConnectViews, type ConnectView } from './connect-views.page.js';
import { Connecting } from './connecting.service.js';
import { ConnectionTests } from './connection-tests.service.js';
import { mayMake } from './meant-owner.js';
import { principalAt, visitOf } from './visiting.page.js';

/** The longest `?return=`: it stands in the address of the sign-in, too. */
const maxReturn = 10_000;

const ServerName = z.string().min(1).max(127);
const ConnectQuery = z.object({
  owner: z.enum(ownerWords).optional(),
  /** Id of one of the person's accounts, for those who are in several. */
  account: z.string().max(36).optional(),
  return: z.string().max(maxReturn).optional(),
});
type ConnectQuery = z.infer<typeof ConnectQuery>;

const DecisionForm = z.object({ csrf, decision: z.enum(['connect', 'test', 'end']) });

const problems = [
  'server-not-found',
  'egress-denied',
  'upstream-client-needed',
  'upstream-auth-unavailable',
  'upstream-auth-refused',
] as const;

/** A server as somebody in a browser looks at it. */
interface Look {
  readonly visitor: SignedIn;
  readonly membership: Membership;
  readonly memberships: readonly Membership[];
  readonly wish: ConnectionWish;
  readonly connection: Connection | undefined;
  readonly isConnected: boolean;
}

/** Where people connect a server that wants OAuth: they see what will be asked, and by whom, before they are sent there. */
@ApiTags('pages')
@Controller('connect/:server')
export class ConnectPage {
  constructor(
    private readonly connecting: Connecting,
    private readonly tests: ConnectionTests,
    private readonly views: ConnectViews,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showConnect', summary: 'Connect a server', problems })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('server', { schema: ServerName }) server: string,
    @Query({ schema: ConnectQuery }) query: ConnectQuery,
  ): Promise<Reply> {
    const look = await this.look(req, server, query);
    return 'visitor' in look ? this.draw(req, context, look, query) : look;
  }

  @Post()
  @PageForm({
    id: 'decideAboutConnection',
    summary: 'Go to the authorization server, test the connection, or end it',
    problems: [...problems, 'forbidden', 'connection-not-found'],
  })
  async decide(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('server', { schema: ServerName }) server: string,
    @Query({ schema: ConnectQuery }) query: ConnectQuery,
    @Body({ schema: DecisionForm }) form: z.infer<typeof DecisionForm>,
  ): Promise<Reply> {
    const look = await this.look(req, server, query);
    if (!('visitor' in look)) return look;
    this.forms.check(req, form.csrf);
    const { visitor, membership, wish, connection } = look;
    const principal = principalAt(visitor, membership);
    if (form.decision === 'connect') {
      const visit = visitOf(visitor);
      return this.pages.leave(await this.connecting.begin(principal, wish, visit, ownPath(query.return)));
    }
    // Somebody else may have ended it a moment ago.
    if (connection === undefined) return this.draw(req, context, look, query);
    if (form.decision === 'test') {
      const test = await this.tests.run(principal, connection, context);
      return this.draw(req, context, look, query, test);
    }
    await this.connecting.remove(principal, connection.id, context);
    return this.pages.redirect(connectAddress(server, query));
  }

  /** Who looks, and at what: in the account that is named, else in the first one that has the server. Throws `server-not-found`. */
  private async look(req: Request, handle: string, query: ConnectQuery): Promise<Look | Reply> {
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) return this.visitors.askToSignIn(connectAddress(handle, query));
    const found: Pick<Look, 'membership' | 'wish'>[] = [];
    let missing = new Problem('server-not-found');
    for (const membership of visitor.memberships)
      try {
        const principal = principalAt(visitor, membership);
        found.push({ membership, wish: await this.connecting.wish(principal, handle, query.owner) });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'server-not-found') throw error;
        missing = error;
      }
    const meant = found.find(
      ({ membership: { account } }) => query.account === undefined || account.id === query.account,
    );
    if (meant === undefined) throw missing;
    const { membership, wish } = meant;
    const connection = await this.connecting.find(principalAt(visitor, membership), wish);
    const isConnected = await this.connecting.isConnected(wish);
    return { visitor, ...meant, memberships: found.map((it) => it.membership), connection, isConnected };
  }

  private async draw(
    req: Request,
    context: RequestContext,
    look: Look,
    query: ConnectQuery,
    test?: ConnectView['test'],
  ): Promise<Reply> {
    const { visitor, membership, wish } = look;
    const { handle } = wish.server;
    const principal = principalAt(visitor, membership);
    const isMaker = mayMake(principal, wish.owner);
    const planned = isMaker ? await this.planned(principal, look) : {};
    const addressIn = ({ account: { id } }: Membership) => connectAddress(handle, { ...query, account: id });
    const action = addressIn(membership);
    const view = {
      ...{ ...look, ...planned, isMaker, test, action },
      addressIn: (it: Membership) => this.pages.path(addressIn(it)),
    };
    const footer = this.visitors.footer(visitor, req, context);
    return this.pages.reply({ ...this.views.page(view, this.forms.field(req, context)), footer });
  }

  /** What there is can be tried and ended while the authorization server is away. Throws as `Connecting.plan` where there is nothing. */
  private async planned(
    principal: UserPrincipal,
    { wish, connection }: Look,
  ): Promise<Pick<ConnectView, 'plan' | 'error'>> {
    try {
      return { plan: await this.connecting.plan(principal, wish) };
    } catch (error) {
      if (connection === undefined || !(error instanceof Problem)) throw error;
      return { error: error.message };
    }
  }
}
