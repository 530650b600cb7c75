import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { field } from '../../platform/pages/page-layout.js';
import { Pages } from '../../platform/pages/pages.js';

/** A code of an authenticator or a recovery code, as people may type it. */
export const maxCodeLength = 32;

/** Asks for a code after the password. */
@Injectable()
export class CodeForm {
  constructor(
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  show(req: IncomingMessage, context: RequestContext, ticket: string, error?: string): Reply {
    const body = html`<p class="lead">
        Your authenticator shows it. If you do not have it with you, use one of your recovery codes.
      </p>
      <form method="post" action="${this.pages.path('/login/code')}">
        ${this.forms.field(req, context)}
        <input type="hidden" name="ticket" value="${ticket}" />
        ${codeField(error)}
        <p class="actions"><button class="main">Sign in</button></p>
      </form>
      <p class="lead">
        <small
          >If you have neither, an owner or admin of your account makes a link that takes the second factor
          away.</small
        >
      </p>`;
    const page = { heading: 'Which code do you see?', body };
    return error === undefined ? this.pages.reply(page) : this.pages.again(req, page, error);
  }
}

/** The field for a code. */
export function codeField(error?: string): Html {
  return field({
    ...{ name: 'code', label: 'Code', error, className: 'code', focus: true },
    ...{ autocomplete: 'one-time-code', maxlength: maxCodeLength },
  });
}
