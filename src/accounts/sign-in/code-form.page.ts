import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { field } from '../../platform/pages/page-layout.js';
import { Pages } from '../../platform/pages/pages.js';
import type { HeldFactors } from '../factors/factor.js';
import { PasskeyForm } from './passkey-form.page.js';

/** A code of an authenticator or a recovery code, as people may type it. */
export const maxCodeLength = 32;

/** What stands above the field for a code, by what somebody has beside recovery codes. */
const leads = {
  passkey: {
    code: 'If you do not have it with you, type the code that your authenticator shows, or one of your recovery codes.',
    none: 'If you do not have it with you, use one of your recovery codes.',
  },
  none: {
    code: 'Your authenticator shows it. If you do not have it with you, use one of your recovery codes.',
    none: 'Use one of your recovery codes: passkeys do not work at this address.',
  },
} as const;

/** What is asked after a password, and what was wrong with the answer. */
interface SecondStep {
  readonly ticket: string;
  readonly held: HeldFactors | undefined;
  readonly error?: string;
  readonly passkeyError?: string;
}

/** Asks for a passkey after the password, or for a code. */
@Injectable()
export class CodeForm {
  constructor(
    private readonly passkey: PasskeyForm,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  show(req: IncomingMessage, context: RequestContext, step: SecondStep): Reply {
    const { ticket, held, error, passkeyError } = step;
    const hasAuthenticator = held?.authenticatorSince !== undefined;
    const hasPasskey = held !== undefined && held.passkeys.length > 0 && this.passkey.isShown;
    const passkey = hasPasskey
      ? this.passkey.show(req, context, { ticket }, { error: passkeyError, isMain: true })
      : '';
    const body = html`${passkey}
      <p class="lead">${leads[hasPasskey ? 'passkey' : 'none'][hasAuthenticator ? 'code' : 'none']}</p>
      <form method="post" action="${this.pages.path('/login/code')}">
        ${this.forms.field(req, context)}
        <input type="hidden" name="ticket" value="${ticket}" />
        ${codeField(error)}
        <p class="actions"><button ${hasPasskey ? '' : html`class="main"`}>Sign in</button></p>
      </form>
      <p class="lead">
        <small
          >If you have neither, an owner or admin of your account makes a link that takes the second factor
          away.</small
        >
      </p>`;
    const heading = hasPasskey ? 'Do you have your passkey?' : 'Which code do you see?';
    const page = { heading, body };
    const fault = error ?? passkeyError;
    return fault === undefined ? this.pages.reply(page) : this.pages.again(req, page, fault);
  }
}

/** The field for a code. */
export function codeField(error?: string): Html {
  return field({
    ...{ name: 'code', label: 'Code', error, className: 'code', focus: true },
    ...{ autocomplete: 'one-time-code', maxlength: maxCodeLength },
  });
}
