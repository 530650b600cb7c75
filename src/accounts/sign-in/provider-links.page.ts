import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { Pages } from '../../platform/pages/pages.js';

/** A way to each issuer at which people sign in. Links, since Chromium applies `form-action` to where a form is sent on. */
@Injectable()
export class ProviderLinks {
  constructor(
    private readonly config: Config,
    private readonly pages: Pages,
  ) {}

  /** With what is wanted: a page to go on to, or an invitation to accept. Nothing without issuers. */
  show(wish: Readonly<Record<string, string>>): Html {
    const query = new URLSearchParams(wish).toString();
    const links = this.config.values.OIDC_PROVIDERS.map(({ id, label }) => {
      const address = `${this.pages.path(`/oauth/sign-in/${id}`)}?${query}`;
      return html`<p class="actions"><a class="button" href="${address}">Sign in with ${label}</a></p>`;
    });
    return html`${links}`;
  }
}
