import { Injectable } from '@nestjs/common';
import { shownAddress, type Membership } from '../../accounts/people/person.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { alert, facts, type PageContent } from '../../platform/pages/page-layout.js';
import { spanInWords } from '../../platform/pages/page-time.js';
import { Pages } from '../../platform/pages/pages.js';
import type { Connection, ConnectionTest } from '../credentials/connection.js';
import type { ConnectionPlan, ConnectionWish } from '../credentials/connections.port.js';
import { everyAccount } from '../credentials/credential-owner.js';
import type { RegisteredServer } from '../declared/registered-server.js';

/** All that the page shows. */
export interface ConnectView {
  readonly visitor: SignedIn;
  /** The place in which the server is looked at, and all in which it is there. */
  readonly membership: Membership;
  readonly memberships: readonly Membership[];
  readonly wish: ConnectionWish;
  /** Whether the person may connect it. */
  readonly isMaker: boolean;
  /** `undefined` for others, and while it cannot be found out. */
  readonly plan?: ConnectionPlan | undefined;
  /** As far as the person sees it. */
  readonly connection: Connection | undefined;
  readonly isConnected: boolean;
  readonly test?: ConnectionTest | undefined;
  /** Why there is no plan. */
  readonly error?: string | undefined;
  /** The form's address, with all that the page was asked for. */
  readonly action: string;
  readonly addressIn: (membership: Membership) => string;
}

const known = {
  declared: 'the client that the declaration of the server names',
  operator: 'the client that the operator registered there',
  document: 'the document of this gateway',
  registered: 'a registration of this gateway',
} as const;

/** What the page `/connect/{server}` shows. */
@Injectable()
export class ConnectViews {
  constructor(
    private readonly clock: Clock,
    private readonly pages: Pages,
  ) {}

  page(view: ConnectView, hidden: Html): PageContent {
    const { isMaker, plan, connection, error } = view;
    const body = html`${accountChoice(view)} ${error === undefined ? '' : alert(error)}
    ${lackedIn(connection)} ${testResult(view.test)}
    ${connection === undefined ? '' : this.standing(connection, view)}
    ${plan === undefined || isGranted(plan, connection) ? '' : asked(view, plan)}
    ${isMaker ? this.form(view, hidden) : refusal(view)}`;
    const page = { heading: headingOf(view), body };
    return plan === undefined ? page : { ...page, formTargets: formTargetsOf(plan.authorizationEndpoint) };
  }

  /** For somebody who said no at the authorization server. */
  denied({ server, owner }: ConnectionWish, again: string, returnTo: string | undefined): PageContent {
    const whose = owner.kind === 'person' ? 'you have' : 'there is';
    return {
      heading: `${server.handle} was not connected`,
      body: html`<p class="lead">The answer there was no, so that ${whose} no connection.</p>
        <p>
          <a href="${this.pages.path(again)}">Ask again</a>${
            returnTo === undefined ? '' : html` · <a href="${this.pages.path(returnTo)}">Go on without</a>`
          }
        </p>`,
    };
  }

  private standing({ state, issuer, scopes, expiresAt, lastError }: Connection, view: ConnectView): Html {
    const left = expiresAt === undefined ? undefined : expiresAt - this.clock.now();
    return facts([
      ['State', stateInWords[state]],
      ['By', issuer],
      ['May', scopesInWords(scopes)],
      ...(left === undefined || left <= 0
        ? []
        : ([['Renews', `by itself, in ${spanInWords(left)} at the latest`]] as const)),
      ...(lastError === undefined ? [] : ([['Last fault', lastError]] as const)),
      ['Used by', usersOf(view)],
    ]);
  }

  private form({ action, plan, connection, isConnected }: ConnectView, hidden: Html): Html {
    const isWanted = !isConnected || lacksScopes(connection);
    const host = plan === undefined ? undefined : new URL(plan.authorizationEndpoint).host;
    return html`<form method="post" action="${this.pages.path(action)}">
      ${hidden}
      ${
        host === undefined
          ? ''
          : html`<p class="actions">
              <button ${isWanted ? html`class="main"` : ''} name="decision" value="connect">
                ${isConnected ? 'Connect anew at' : 'Go on to'} ${host}
              </button>
            </p>`
      }
      ${
        connection === undefined
          ? ''
          : html`<p class="actions">
              <button name="decision" value="end">Disconnect</button>
              <button name="decision" value="test">Test</button>
            </p>`
      }
    </form>`;
  }
}

const stateInWords = {
  ok: 'it works',
  refreshing: 'it works, and is being renewed',
  needs_auth: 'it works no more: connect again',
} as const;

function headingOf({ wish, isConnected, connection }: ConnectView): string {
  const { handle } = wish.server;
  if (!isConnected) return `Connect ${handle}?`;
  return lacksScopes(connection) ? `Connect ${handle} anew?` : `${handle} is connected`;
}

function lacksScopes(connection: Connection | undefined): boolean {
  return connection !== undefined && connection.lackedScopes.length > 0;
}

function lackedIn(connection: Connection | undefined): Html | string {
  if (connection === undefined || !lacksScopes(connection)) return '';
  return html`<p class="lead">
    A tool needs more than was granted: ${connection.lackedScopes.join(', ')}. What was granted goes on
    working without it.
  </p>`;
}

/** Whether connecting anew would ask for what is there already. */
function isGranted({ issuer, scopes }: ConnectionPlan, connection: Connection | undefined): boolean {
  return (
    connection !== undefined &&
    connection.state !== 'needs_auth' &&
    !lacksScopes(connection) &&
    connection.issuer === issuer &&
    scopes.every((scope) => connection.scopes.includes(scope))
  );
}

function asked(view: ConnectView, plan: ConnectionPlan): Html {
  return facts([
    ['Server', serverOf(view.wish.server)],
    ['Asked by', `${new URL(plan.authorizationEndpoint).host} (${plan.issuer})`],
    ['Asked for', scopesInWords(plan.scopes)],
    ['Known there by', known[plan.client]],
    ['Signed in here', shownAddress(view.visitor.user)],
    ...(view.connection === undefined ? ([['Used by', usersOf(view)]] as const) : []),
  ]);
}

/** With its address where an app names it, so that its name tells nobody another one; published servers are the operator's word. */
function serverOf({ handle, trust, definition: { target } }: RegisteredServer): string {
  return trust === 'operator' || target.transport === 'stdio' || !URL.canParse(target.url)
    ? handle
    : `${handle} (${new URL(target.url).host})`;
}

/** Who will act with it: what somebody has to know before they sign in there. */
function usersOf({ membership: { account }, wish: { server, owner } }: ConnectView): string {
  if (owner.kind === 'person') return `you alone, in the account ${account.name}`;
  if (owner.kind === 'app') return `all who have a key of the app ${server.app?.slug ?? owner.appId}`;
  return owner.accountId === everyAccount
    ? 'everybody at this gateway, in all accounts'
    : `everybody in the account ${account.name}`;
}

function refusal({ wish: { owner } }: ConnectView): Html {
  return html`<p class="lead">
    ${
      owner.accountId === everyAccount
        ? 'The operator of this gateway connects this server, for all accounts.'
        : 'Owners and admins of the account connect this server, for all who are in it.'
    }
  </p>`;
}

function testResult(test: ConnectionTest | undefined): Html | string {
  if (test === undefined) return '';
  if (!test.ok) return alert(`The test failed. ${test.error ?? ''}`);
  const count = test.toolCount ?? 0;
  return html`<p class="lead" role="status">
    The test went well: ${count}
    ${count === 1 ? 'tool' : 'tools'}${test.identity === undefined ? '' : `, as ${test.identity}`}.
  </p>`;
}

function accountChoice({ memberships, membership, addressIn }: ConnectView): Html | string {
  if (memberships.length === 1) return '';
  return html`<nav class="lead" aria-label="Accounts">
    ${memberships.map((it) =>
      it === membership
        ? html`<b aria-current="page">${it.account.name}</b> `
        : html`<a href="${addressIn(it)}">${it.account.name}</a> `,
    )}
  </nav>`;
}

function scopesInWords(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'whatever is usual there' : scopes.join(', ');
}

/** Browsers built on Chromium apply `form-action` to the redirects after it, too: sign-ins lead from one host to the next. */
function formTargetsOf(endpoint: string): string[] {
  const { origin, protocol, hostname } = new URL(endpoint);
  return [
    "'self'",
    'https:',
    ...(protocol === 'https:' ? [] : [hostname.startsWith('[') ? protocol : origin]),
  ];
}
