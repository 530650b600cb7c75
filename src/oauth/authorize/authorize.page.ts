import { Body, Controller, Get, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { csrf } from '../../accounts/sign-in/person-form.dto.js';
import { runsGateway } from '../../accounts/people/person.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Visitors } from '../../accounts/sign-in/visitors.page.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm, PageOperation } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { OAuthSwitch } from '../protocol/oauth-switch.guard.js';
import { Authorizations, type JudgedRequest } from './authorizations.service.js';
import { chosenOf, isNarrowable, unchosen } from './chosen-reach.js';
import { ConsentViews, nothingTicked, type Consent } from './consent-views.page.js';
import { Consents, type Offer } from './consents.service.js';
import { packQuery, unpackQuery } from './packed-query.js';
import { Reach } from './reach.port.js';
import { formTargetsOf } from './return-address.js';

const path = '/oauth/authorize';
/** Our own parameter: the whole of the request, packed for the way to the sign-in and back. */
const packedName = 'asked';

const list = z.array(z.string().max(200)).max(1000).default([]);
const DecisionForm = z.object({
  csrf,
  decision: z.enum(['approve', 'deny', 'look']),
  /** The account that is meant, and the one whose boxes were shown. */
  account: z.string().max(36).optional(),
  shown: z.string().max(36).optional(),
  servers: list,
  apps: list,
});
type DecisionForm = z.infer<typeof DecisionForm>;

const problems = [
  'oauth-client-unknown',
  'oauth-return-address',
  'oauth-client-unreachable',
  'oauth-client-unavailable',
] as const;

/** Somebody with the request of a program in front of them. */
interface Exchange {
  readonly req: Request;
  readonly context: RequestContext;
  readonly request: JudgedRequest;
  readonly visitor: SignedIn;
  readonly offers: readonly Offer[];
  /** Where the form is sent. */
  readonly action: string;
}

/** Where people let programs in (RFC 6749 §3.1). The request stands in the address and is judged anew each time. */
@ApiTags('oauth')
@Controller('oauth/authorize')
@UseGuards(OAuthSwitch)
export class AuthorizePage {
  constructor(
    private readonly authorizations: Authorizations,
    private readonly consents: Consents,
    private readonly reach: Reach,
    private readonly views: ConsentViews,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({
    id: 'showConsent',
    summary: 'Ask a person to let a program in (RFC 6749 §4.1.1)',
    description:
      'Takes `client_id`, `redirect_uri`, `response_type=code`, `code_challenge`, `code_challenge_method=S256`, `scope`, `state` and `resource`.',
    problems: [...problems, 'rate-limited'],
  })
  async show(@Req() req: Request, @ScopeParameter() context: RequestContext): Promise<Reply> {
    const exchange = await this.begin(req, context);
    if (!('offers' in exchange)) return exchange;
    const { request, visitor, offers } = exchange;
    const remembered = request.prompt === 'ask' ? undefined : this.consents.remembered(request, offers);
    if (remembered?.former !== undefined) {
      const code = await this.consents.agree(visitor, request, remembered, remembered.former, context);
      return this.goTo(this.authorizations.answer(request, { code }));
    }
    if (request.prompt === 'none')
      return this.goTo(await this.authorizations.refuse(request, { error: 'consent_required' }, context));
    return this.ask(exchange, offers[0] as Offer);
  }

  @Post()
  @PageForm({
    id: 'decideAboutProgram',
    summary: 'Let a program in, or not',
    problems: [...problems, 'forbidden'],
    repeats: ['servers', 'apps'],
  })
  async decide(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: DecisionForm }) form: DecisionForm,
  ): Promise<Reply> {
    const exchange = await this.begin(req, context);
    if (!('offers' in exchange)) return exchange;
    this.forms.check(req, form.csrf);
    const { request, visitor, offers } = exchange;
    const accountId = form.account ?? form.shown;
    const offer = offers.find(({ membership: { account } }) => account.id === accountId);
    if (offer === undefined) throw new Problem('forbidden', 'You are not a member of this account.');
    if (form.decision === 'look') return this.ask(exchange, offer);
    if (form.decision === 'deny') {
      await this.consents.deny(visitor, request, offer.membership.account.id, context);
      return this.goTo(this.authorizations.answer(request, { error: 'access_denied' }));
    }
    return this.approve(exchange, offer, form);
  }

  private async approve(exchange: Exchange, offer: Offer, form: DecisionForm): Promise<Reply> {
    const { context, request, visitor } = exchange;
    const reachable = await this.reachableOf(exchange, offer);
    let choice: ReturnType<typeof chosenOf> = unchosen(offer.former);
    if (reachable !== undefined && isNarrowable(reachable, offer.former)) {
      // The boxes were those of another account.
      if (form.shown !== offer.membership.account.id) return this.ask(exchange, offer);
      choice = chosenOf(reachable, form);
      if (choice === undefined) return this.ask(exchange, offer, { ticked: form, error: nothingTicked });
    }
    const code = await this.consents.agree(visitor, request, offer, choice, context);
    return this.goTo(this.authorizations.answer(request, { code }));
  }

  /** What every request goes through: the program first, then the person, then what it asks for. */
  private async begin(req: Request, context: RequestContext): Promise<Exchange | Reply> {
    const query = queryOf(req);
    const judged = await this.authorizations.judge(query, context);
    if ('location' in judged) return this.goTo(judged.location);
    const request = judged.asks;
    const action = `${path}?${packedName}=${packQuery(query)}`;
    const visitor = await this.visitors.find(req);
    if (visitor === undefined) {
      if (request.prompt !== 'none') return this.visitors.askToSignIn(action);
      return this.goTo(await this.authorizations.refuse(request, { error: 'login_required' }, context));
    }
    const offers = await this.consents.offers(visitor, request);
    if (offers.length === 0)
      return this.goTo(await this.authorizations.refuse(request, { error: 'invalid_target' }, context));
    return { req, context, request, visitor, offers, action };
  }

  private async ask(
    exchange: Exchange,
    offer: Offer,
    sent: Pick<Consent, 'ticked' | 'error'> = {},
  ): Promise<Reply> {
    const { req, context, request, visitor, offers, action } = exchange;
    const reachable = await this.reachableOf(exchange, offer);
    const hidden = this.forms.field(req, context);
    const unconnected = await this.unconnectedOf(exchange, offer);
    const view = this.views.consent(
      { request, visitor, offers, offer, reachable, unconnected, ...sent },
      action,
      hidden,
    );
    const page = {
      ...{ ...view, footer: this.visitors.footer(visitor, req, context) },
      formTargets: formTargetsOf(request.redirectUri),
    };
    return sent.error === undefined ? this.pages.reply(page) : this.pages.again(req, page, sent.error);
  }

  private async reachableOf(
    { visitor, request }: Exchange,
    { membership }: Offer,
  ): Promise<Consent['reachable']> {
    if (request.resource !== undefined) return undefined;
    return this.reach.of(membership.account.id, visitor.user.id);
  }

  private unconnectedOf(
    { visitor }: Exchange,
    { membership, resource }: Offer,
  ): Promise<Consent['unconnected']> {
    const { account, role } = membership;
    const member = {
      accountId: account.id,
      userId: visitor.user.id,
      role,
      operator: runsGateway(membership),
    };
    return this.reach.unconnected(member, resource?.binding);
  }

  private goTo(location: string): Reply {
    return this.pages.leave(location);
  }
}

/** The query as the program wrote it. Throws `oauth-return-address` for one that was packed by somebody else. */
function queryOf({ url }: Request): string {
  const start = url.indexOf('?');
  const query = start < 0 ? '' : url.slice(start + 1);
  const packed =
    query.startsWith(`${packedName}=`) && !query.includes('&')
      ? query.slice(packedName.length + 1)
      : undefined;
  if (packed === undefined) return query;
  const unpacked = unpackQuery(packed);
  if (unpacked === undefined) throw new Problem('oauth-return-address', 'The address was cut or changed.');
  return unpacked;
}
