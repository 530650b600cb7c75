import { Injectable } from '@nestjs/common';
import { maxPasswordLength } from '../../kernel/password-rules.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { facts, field, type PageContent } from '../../platform/pages/page-layout.js';
import { Pages } from '../../platform/pages/pages.js';
import type { HeldFactors, NewFactor } from '../factors/factor.js';
import { RelyingParty } from '../factors/relying-party.js';
import { codeField } from '../sign-in/code-form.page.js';
import { qrPicture } from './qr-picture.page.js';

/** What each form carries along: the proof that it is ours, and where to go afterwards. */
export interface Carried {
  readonly hidden: Html;
  readonly next: string;
  readonly error?: string | undefined;
  /** Of a passkey that was not made as asked for. */
  readonly passkeyError?: string | undefined;
}

/** What the page of one's own second factor shows. */
@Injectable()
export class FactorViews {
  constructor(
    private readonly party: RelyingParty,
    private readonly pages: Pages,
  ) {}

  off(of: Carried & { readonly askedBy: readonly string[]; readonly mayGoOn: boolean }): PageContent {
    const body = html`${
        of.askedBy.length === 0
          ? ''
          : html`<p class="warning">
              <b>${of.askedBy.join(', ')}</b> lets browsers in with a second factor only.
            </p>`
      }
      <p class="lead">
        With it your password alone lets nobody in.
        ${
          this.party.hasPasskeys
            ? 'A passkey signs you in by a finger, a face or a PIN; an authenticator app on your phone shows a code that sign-in asks for.'
            : 'Sign-in also asks for a code that an authenticator app on your phone shows.'
        }
      </p>
      ${this.beginning(of)}
      ${of.mayGoOn ? html`<p><a href="${this.pages.path(of.next)}">Go on without</a></p>` : ''}`;
    return { heading: 'Do you want a second factor?', body };
  }

  /** For who has passkeys, and no authenticator. */
  byPasskey({ passkeys, recoveryCodesLeft }: HeldFactors, of: Carried): PageContent {
    const body = html`${facts([
        [passkeys.length === 1 ? 'Passkey' : 'Passkeys', passkeys.map(({ name }) => name).join(', ')],
        ['Recovery codes left', String(recoveryCodesLeft)],
      ])}
      <p class="lead">
        Another one, on another device, lets you in when this one is not at hand. The console takes passkeys
        away.
      </p>
      ${this.beginning(of)}`;
    return { heading: 'Your second factor is on', body };
  }

  /** For who has no password here, to which a code could be added. */
  elsewhere(): PageContent {
    const body = html`<p class="lead">
      You sign in at another issuer, without a password of this gateway. The second factor is the one that the
      issuer asks for.
    </p>`;
    return { heading: 'Your second factor is elsewhere', body };
  }

  begun({ secret, uri }: NewFactor, of: Carried): PageContent {
    const body = html`<p class="lead">
        Point your authenticator app at the picture, or type the secret into it.
      </p>
      <p>${qrPicture(uri, 'Picture for your authenticator app')}</p>
      ${facts([
        ['Secret', secret.replaceAll(/(.{4})(?=.)/g, '$1 ')],
        ['Address', uri],
      ])}
      ${this.form('/factor/confirm', of, codeField(of.error), 'Turn on')}`;
    return { heading: 'Which code does it show?', body };
  }

  added(codes: readonly string[], next: string): PageContent {
    const body = html`<p class="lead">
        Keep these recovery codes where your phone is not. Each lets you in once, and nobody sees them again.
      </p>
      <ul class="steps">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p class="lead"><small>Your other browsers are signed out.</small></p>
      <p class="actions"><a class="button main" href="${this.pages.path(next)}">Go on</a></p>`;
    return { heading: 'Your second factor is on', body };
  }

  /** For who has an authenticator. */
  on({ authenticatorSince = 0, passkeys, recoveryCodesLeft }: HeldFactors, of: Carried): PageContent {
    const body = html`${facts([
        ['Since', new Date(authenticatorSince).toUTCString()],
        ...(passkeys.length === 0 ? [] : [['Passkeys', String(passkeys.length)] as const]),
        ['Recovery codes left', String(recoveryCodesLeft)],
      ])}
      <p class="lead">
        To take it away, or to set up another phone, show a code. Without a passkey the recovery codes are
        gone with it.
      </p>
      ${this.form('/factor/remove', of, codeField(of.error), 'Take away')}`;
    return { heading: 'Your second factor is on', body };
  }

  /** Asks for the password, with which a passkey or an authenticator is set up; browsers show passkeys to scripts alone, which show their button. */
  private beginning(of: Carried): Html {
    const { hasPasskeys } = this.party;
    return html`<form
      method="post"
      action="${this.pages.path('/factor')}"
      ${
        hasPasskeys
          ? html`data-new-passkey="${this.pages.path('/api/me/passkeys/options')}"
            data-passkey-action="${this.pages.path('/factor/passkey')}"`
          : ''
      }
    >
      ${of.hidden}
      <input type="hidden" name="next" value="${of.next}" />
      ${field({
        ...{ name: 'password', label: 'Your password', type: 'password', error: of.error },
        ...{ autocomplete: 'current-password', maxlength: maxPasswordLength, focus: true },
      })}
      ${hasPasskeys ? this.newPasskey(of.passkeyError) : ''}
      <p class="actions"><button ${hasPasskeys ? '' : html`class="main"`}>Set up an authenticator</button></p>
    </form>`;
  }

  private newPasskey(error: string | undefined): Html {
    return html`<input type="hidden" name="passkey" value="" />
      <p class="error" role="alert" ${error === undefined ? html`hidden` : ''}>${error}</p>
      <p class="actions"><button type="button" class="main" hidden>Make a passkey</button></p>`;
  }

  private form(action: string, { hidden, next }: Carried, input: Html, button: string): Html {
    return html`<form method="post" action="${this.pages.path(action)}">
      ${hidden}
      <input type="hidden" name="next" value="${next}" />
      ${input}
      <p class="actions"><button class="main">${button}</button></p>
    </form>`;
  }
}
