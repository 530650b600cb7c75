import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { Pages } from '../../platform/pages/pages.js';
import { RelyingParty } from '../factors/relying-party.js';
import { PasswordPolicy } from './password-policy.service.js';

/** Asks for a passkey: a form that the script of the pages fills in, and shows where the browser has passkeys. */
@Injectable()
export class PasskeyForm {
  constructor(
    private readonly party: RelyingParty,
    private readonly policy: PasswordPolicy,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  /** Whether passkeys are asked for here at all. */
  get isShown(): boolean {
    return this.party.hasPasskeys && this.policy.isForSome;
  }

  /** With what it carries along: where to go on to, or the ticket of a password. Nothing where nobody has one. */
  show(
    req: IncomingMessage,
    context: RequestContext,
    carried: { readonly next: string } | { readonly ticket: string },
    { error, isMain = false }: { readonly error?: string | undefined; readonly isMain?: boolean } = {},
  ): Html {
    if (!this.isShown) return html``;
    const fields = Object.entries<string>(carried);
    return html`<form
      method="post"
      action="${this.pages.path('/login/passkey')}"
      data-passkey="${this.pages.path('/login/passkey/options')}"
      hidden
    >
      ${this.forms.field(req, context)}
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <input type="hidden" name="passkey" value="" />
      <p class="error" role="alert" ${error === undefined ? html`hidden` : ''}>${error}</p>
      <p class="actions"><button ${isMain ? html`class="main"` : ''}>Sign in with a passkey</button></p>
    </form>`;
  }
}
