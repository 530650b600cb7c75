import { Injectable } from '@nestjs/common';
import { maxPasswordLength } from '../../kernel/password-rules.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { facts, field, type PageContent } from '../../platform/pages/page-layout.js';
import { Pages } from '../../platform/pages/pages.js';
import type { NewFactor } from '../factors/factor.js';
import { codeField } from '../sign-in/code-form.page.js';
import { qrPicture } from './qr-picture.page.js';

/** What each form carries along: the proof that it is ours, and where to go afterwards. */
interface Carried {
  readonly hidden: Html;
  readonly next: string;
  readonly error?: string | undefined;
}

/** What the page of one's own second factor shows. */
@Injectable()
export class FactorViews {
  constructor(private readonly pages: Pages) {}

  off(of: Carried & { readonly askedBy: readonly string[]; readonly mayGoOn: boolean }): PageContent {
    const body = html`${
        of.askedBy.length === 0
          ? ''
          : html`<p class="warning">
              <b>${of.askedBy.join(', ')}</b> lets browsers in with a second factor only.
            </p>`
      }
      <p class="lead">
        With it your password alone lets nobody in: sign-in also asks for a code that an authenticator app on
        your phone shows.
      </p>
      ${this.form(
        '/factor',
        of,
        field({
          ...{ name: 'password', label: 'Your password', type: 'password', error: of.error },
          ...{ autocomplete: 'current-password', maxlength: maxPasswordLength, focus: true },
        }),
        'Set up',
      )}
      ${of.mayGoOn ? html`<p><a href="${this.pages.path(of.next)}">Go on without</a></p>` : ''}`;
    return { heading: 'Do you want a second factor?', body };
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

  on(
    { since, recoveryCodesLeft }: { readonly since: number; readonly recoveryCodesLeft: number },
    of: Carried,
  ): PageContent {
    const body = html`${facts([
        ['Since', new Date(since).toUTCString()],
        ['Recovery codes left', String(recoveryCodesLeft)],
      ])}
      <p class="lead">
        To take it away, or to set up another phone, show a code. Without a passkey the recovery codes are
        gone with it.
      </p>
      ${this.form('/factor/remove', of, codeField(of.error), 'Take away')}`;
    return { heading: 'Your second factor is on', body };
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
