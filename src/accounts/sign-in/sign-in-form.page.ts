import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { maxPasswordLength } from '../../kernel/password-rules.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { alert, field } from '../../platform/pages/page-layout.js';
import { Pages } from '../../platform/pages/pages.js';
import { nextPage } from './next-page.js';
import { PasskeyForm } from './passkey-form.page.js';
import { PasswordPolicy } from './password-policy.service.js';
import { ProviderLinks } from './provider-links.page.js';
import { Setup } from './setup.service.js';

const notSetUp = html`<p class="warning">
  <b>Nobody has set this gateway up yet.</b> If you run it, open the link with <code>/setup?code=</code> that
  it printed when it started; each start prints a new one.
</p>`;

const forOperators = html`<p class="lead"><small>Passwords are for who runs this gateway.</small></p>`;

/** What was typed, where it leads, and what was wrong with it. */
interface SignInState {
  readonly email?: string;
  readonly next: string | undefined;
  readonly error?: string;
  readonly passkeyError?: string;
}

/** All ways to sign in. */
@Injectable()
export class SignInForm {
  constructor(
    private readonly setup: Setup,
    private readonly policy: PasswordPolicy,
    private readonly providers: ProviderLinks,
    private readonly passkey: PasskeyForm,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  async show(req: IncomingMessage, context: RequestContext, state: SignInState): Promise<Reply> {
    const { error, passkeyError } = state;
    const next = nextPage(state.next);
    const body = html`${(await this.setup.isAwaited()) ? notSetUp : ''}
      <p class="lead">Then you can approve programs that ask to act for you.</p>
      ${error === undefined ? '' : alert(error)} ${this.providers.show({ next })}
      ${this.policy.isForSome ? this.form(req, context, state.email ?? '', next) : ''}
      ${this.passkey.show(req, context, { next }, { error: passkeyError })}`;
    const page = { heading: 'Sign in', body };
    const fault = error ?? passkeyError;
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }

  private form(req: IncomingMessage, context: RequestContext, email: string, next: string): Html {
    return html`${this.policy.isForAll ? '' : forOperators}
      <form method="post" action="${this.pages.path('/login')}">
        ${this.forms.field(req, context)}
        <input type="hidden" name="next" value="${next}" />
        ${field({
          ...{ name: 'email', label: 'E-mail address', type: 'email', value: email },
          ...{ autocomplete: 'username', maxlength: 254, focus: email === '' },
        })}
        ${field({
          ...{ name: 'password', label: 'Password', type: 'password' },
          ...{ autocomplete: 'current-password', maxlength: maxPasswordLength, focus: email !== '' },
        })}
        <p class="actions"><button class="main">Sign in</button></p>
      </form>`;
  }
}
