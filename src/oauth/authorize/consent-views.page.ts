import { Injectable } from '@nestjs/common';
import { shownAddress } from '../../accounts/people/person.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Scope } from '../../kernel/principal.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { alert, facts, type PageContent } from '../../platform/pages/page-layout.js';
import { agoInWords } from '../../platform/pages/page-time.js';
import { Pages } from '../../platform/pages/pages.js';
import type { OAuthClient } from '../clients/client.js';
import { isLoopback, isPrivateScheme, redirectHost } from '../clients/redirect-address.js';
import type { JudgedRequest } from './authorizations.service.js';
import { isNarrowable, maxBoxes, type Reachable, type Ticked } from './chosen-reach.js';
import type { Offer } from './consents.service.js';
import type { UnconnectedServer } from './reach.port.js';

/** What is said to somebody who takes all ticks away and approves. */
export const nothingTicked = 'Tick at least one server or app, or deny.';

/** A longer way back does not fit into the address of the next page; who is there comes back by the program. */
const maxReturn = 10_000;

/** All that the page shows. */
export interface Consent {
  readonly request: JudgedRequest;
  readonly visitor: SignedIn;
  /** At least one; `offer` is that of the account that is looked at. */
  readonly offers: readonly Offer[];
  readonly offer: Offer;
  /** What there is to narrow; `undefined` where the program asks for one thing. */
  readonly reachable: Reachable | undefined;
  /** What the program could not use yet: it wants the person to be signed in there, too. */
  readonly unconnected: readonly UnconnectedServer[];
  /** As the form was sent. */
  readonly ticked?: Ticked;
  readonly error?: string;
}

/** What the page `/oauth/authorize` shows. */
@Injectable()
export class ConsentViews {
  constructor(
    private readonly clock: Clock,
    private readonly pages: Pages,
  ) {}

  /** `action`: the address of the request, to which the decision is sent. */
  consent(consent: Consent, action: string, hidden: Html): PageContent {
    const { request, visitor, offers, offer, reachable, error } = consent;
    const { client, redirectUri, scopes } = request;
    const body = html`<p class="lead">
        <b>${client.name}</b> asks to act as <b>${shownAddress(visitor.user)}</b>.
      </p>
      ${facts([
        ['Known by', howKnown(client)],
        ['Returns to', returnInWords(redirectUri)],
        ...(offers.length === 1 ? [['Account', offer.membership.account.name] as const] : []),
        ['Reaches', reachInWords(offer)],
        ['May', mayInWords(scopes)],
      ])}
      ${warningFor(redirectUri)} ${this.formerly(offer)} ${error === undefined ? '' : alert(error)}
      <form method="post" action="${this.pages.path(action)}">
        ${hidden}
        <input type="hidden" name="shown" value="${offer.membership.account.id}" />
        ${offers.length === 1 ? '' : accountChoice(offers, offer, reachable !== undefined)}
        ${reachable === undefined ? '' : boxes(reachable, consent)} ${this.toConnect(consent, action)}
        <p class="actions">
          <button name="decision" value="deny">Deny</button>
          <button class="main" name="decision" value="approve">Approve</button>
        </p>
      </form>`;
    return { heading: `Let ${client.name} in?`, body };
  }

  /** Ways to the pages where servers are connected, and back here: one visit for both. */
  private toConnect({ unconnected }: Consent, action: string): Html | string {
    if (unconnected.length === 0) return '';
    const back = action.length > maxReturn ? '' : `&return=${encodeURIComponent(action)}`;
    return html`<div role="group" aria-labelledby="unconnected">
      <p class="lead" id="unconnected">
        These want you to sign in at them before they can be used, now or later:
      </p>
      <ul class="buttons">
        ${unconnected.map(
          ({ handle, connectPath }) =>
            html`<li>
              <a class="button" href="${this.pages.path(connectPath + back)}">Connect ${handle}</a>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  private formerly({ former }: Offer): Html | string {
    return former === undefined
      ? ''
      : html`<p class="lead">
          You let it in before, ${agoInWords(this.clock.now() - former.createdAt)}. What you choose now takes
          the place of what you chose then.
        </p>`;
  }
}

function howKnown({ kind, host }: OAuthClient): string {
  if (kind === 'document') return `its document at ${host ?? 'its own address'}`;
  if (kind === 'operator') return 'the operator of this gateway, who registered it';
  return 'nobody: it registered itself, and any program can call itself so';
}

function returnInWords(address: string): string {
  if (isLoopback(address)) return `a program on this computer (${redirectHost(address)})`;
  if (isPrivateScheme(address))
    return `the program on this device that opens ${new URL(address).protocol} links`;
  return new URL(address).host;
}

function reachInWords({ resource }: Offer): string {
  if (resource === undefined)
    return 'all that programs can use here: it did not ask for anything in particular';
  // Names are chosen freely: a server may be called `everything`.
  return `the ${resource.binding.kind} ${resource.title}, and nothing else`;
}

function mayInWords(scopes: readonly Scope[]): string {
  const see = 'see which tools, resources and prompts there are';
  return scopes.includes('tools:call') ? `${see}, and use them in your name` : see;
}

function warningFor(address: string): Html | string {
  if (!isLoopback(address) && !isPrivateScheme(address)) return '';
  return html`<p class="warning">
    The answer stays on this computer and goes to whichever program waits for it there. Approve only if you
    started this yourself, just now.
  </p>`;
}

function accountChoice(offers: readonly Offer[], { membership }: Offer, changesBoxes: boolean): Html {
  return html`<p class="field">
    <label for="account">In which account?</label>
    <span class="with-button">
      <select id="account" name="account">
        ${offers.map(
          ({ membership: { account } }) =>
            html`<option value="${account.id}" ${account.id === membership.account.id ? html`selected` : ''}>
              ${account.name}
            </option>`,
        )}
      </select>
      ${changesBoxes ? html`<button name="decision" value="look">Show</button>` : ''}
    </span>
  </p>`;
}

function boxes(reachable: Reachable, { offer: { former }, ticked }: Consent): Html {
  const { servers, apps } = reachable;
  const count = servers.length + apps.length;
  if (!isNarrowable(reachable, former))
    return count <= maxBoxes
      ? html``
      : html`<p class="lead">There are ${count} servers and apps: too many to choose from on this page.</p>`;
  const isTicked = (kind: 'servers' | 'apps', value: string) =>
    ticked === undefined ? (former?.[kind]?.includes(value) ?? true) : ticked[kind].includes(value);
  return html`<fieldset class="boxes">
    <legend>What may it use?</legend>
    ${servers.map(({ handle, title }) => box('servers', handle, title ?? handle, handle, isTicked('servers', handle)))}
    ${apps.map(({ id, slug, name }) => box('apps', id, name, `app ${slug}`, isTicked('apps', id)))}
    <small>With all ticked it can use what is added later, too.</small>
  </fieldset>`;
}

function box(name: string, value: string, title: string, detail: string, ticked: boolean): Html {
  return html`<label class="box">
    <input type="checkbox" name="${name}" value="${value}" ${ticked ? html`checked` : ''} />
    <span>${title}${title === detail ? '' : html` <small>${detail}</small>`}</span>
  </label>`;
}
