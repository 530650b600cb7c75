import { Injectable } from '@nestjs/common';
import { shownAddress, type Membership } from '../../accounts/people/person.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { facts, field, type PageContent } from '../../platform/pages/page-layout.js';
import { agoInWords } from '../../platform/pages/page-time.js';
import { Pages } from '../../platform/pages/pages.js';
import { networkOf } from '../../platform/egress/network.js';
import type { DeviceGrant } from './device-grant.js';
import { grantableBy, scopesInWords } from '../protocol/scopes.js';
import { readUserCode, showUserCode } from './user-code.js';

/** What is said of a code that does not lead anywhere. */
export const wrongCode =
  'No device waits with this code. Compare it with the one at the terminal, or start again there.';

const nothing = 'nothing: you have none of the rights that it asks for';

/** What the page `/device` shows in each of its steps. */
@Injectable()
export class DeviceViews {
  constructor(
    private readonly clock: Clock,
    private readonly pages: Pages,
  ) {}

  codeEntry(code: string, wrong: boolean, hidden: Html): PageContent {
    const body = html`<p class="lead">A program that asks to act for you shows a code of eight letters.</p>
      <form method="post" action="${this.pages.path('/device')}">
        ${hidden}
        ${field({
          ...{ name: 'user_code', label: 'Code', value: code, error: wrong ? wrongCode : undefined },
          ...{ autocomplete: 'off', maxlength: 20, className: 'code', focus: true },
        })}
        <p class="actions"><button class="main">Continue</button></p>
      </form>`;
    return { heading: 'Which code does the terminal show?', body };
  }

  confirmation(
    grant: DeviceGrant,
    code: string,
    { user, memberships }: SignedIn,
    address: string,
    hidden: Html,
  ): PageContent {
    const { device } = grant;
    const shown = showUserCode(readUserCode(code));
    const program = [grant.clientId ?? 'does not say', device.version].filter((part) => part !== null);
    const computer = [device.name, device.os].filter((part) => part !== null);
    const mays = memberships.map((membership) => scopesInWords(grantableBy(membership, grant.scopes)));
    const [may = ''] = mays;
    const body = html`<p class="lead">
        A device asks to act as <b>${shownAddress(user)}</b>. Approve only if you see this code there now.
      </p>
      <p class="code"><code>${shown}</code></p>
      ${facts([
        ['Program', program.join(' ')],
        ['Computer', computer.length === 0 ? 'does not say' : computer.join(' · ')],
        ['Address', grant.address],
        ['Asked', agoInWords(this.clock.now() - grant.createdAt)],
        ...(memberships.length === 1 ? [['May', may === '' ? nothing : may] as const] : []),
      ])}
      ${
        networkOf(address) === networkOf(grant.address)
          ? ''
          : html`<p class="warning">
              This request came from another network than yours. If nobody near you started it, deny it.
            </p>`
      }
      <form method="post" action="${this.pages.path('/device/decision')}">
        ${hidden}
        <input type="hidden" name="user_code" value="${shown}" />
        ${memberships.length === 1 ? '' : accountChoice(memberships, mays)}
        <p class="actions">
          <button name="decision" value="deny">Deny</button>
          ${
            mays.every((may) => may === '')
              ? ''
              : html`<button class="main" name="decision" value="approve">Approve</button>`
          }
        </p>
      </form>`;
    return { heading: 'Is this you, at a terminal?', body };
  }

  decided({ clientId }: DeviceGrant, approve: boolean): PageContent {
    const program = clientId ?? 'The program';
    return approve
      ? {
          heading: 'Approved',
          body: html`<p>${program} at the terminal goes on by itself. You can close this page.</p>`,
        }
      : {
          heading: 'Denied',
          body: html`<p>${program} got nothing. You can close this page.</p>
            <p class="lead">
              If you did not start this login, somebody may have tried to trick you with a code.
            </p>`,
        };
  }
}

function accountChoice(memberships: readonly Membership[], mays: readonly string[]): Html {
  return html`<p class="field">
    <label for="account">In which account?</label>
    <select id="account" name="account">
      ${memberships.map(
        ({ account }, index) =>
          html`<option value="${account.id}">
            ${account.name}: ${mays[index] === '' ? nothing : mays[index]}
          </option>`,
      )}
    </select>
  </p>`;
}
