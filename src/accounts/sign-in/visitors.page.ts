import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { PageCookies } from '../../platform/pages/page-cookies.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { Pages } from '../../platform/pages/pages.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { factorPath } from './factor-path.js';
import { PasswordTries } from './password-tries.page.js';
import { shownAddress } from '../people/person.js';
import { lacksFactor } from '../sessions/required-factor.js';
import { Sessions, type SignedIn, type Presence } from '../sessions/sessions.service.js';

/** Of what a browser says that it is, so much is kept. */
const maxUserAgent = 300;

/** Somebody who has just proved who they are. */
interface Arrived {
  readonly userId: string;
  /** The issuer at which they did. */
  readonly provider?: string | null;
  /** The second factor that was shown, too: `totp`, `recovery`, or the id of a passkey. */
  readonly factor?: string | null;
}

/** Knows who looks at a page. */
@Injectable()
export class Visitors {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: PageCookies,
    private readonly forms: PageForms,
    private readonly pages: Pages,
    private readonly tries: PasswordTries,
  ) {}

  async find(req: IncomingMessage): Promise<SignedIn | undefined> {
    const secret = this.cookies.read(req, 'session');
    return secret === undefined ? undefined : this.sessions.find(secret);
  }

  /** Who is signed in, also where their accounts ask for a second factor that was not shown. */
  async findVisit(req: IncomingMessage): Promise<Presence | undefined> {
    const secret = this.cookies.read(req, 'session');
    return secret === undefined ? undefined : this.sessions.findVisit(secret);
  }

  /** Signs the browser in, under a secret that it did not have before (no session fixation), and sends it on. */
  async signIn(
    req: IncomingMessage,
    context: RequestContext,
    { userId, provider = null, factor = null }: Arrived,
    next: string,
  ): Promise<Reply> {
    const { secret, maxAgeMs } = await this.sessions.begin(userId, {
      replaced: this.cookies.read(req, 'session'),
      address: context.address,
      userAgent: req.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
      ...{ provider, factor, secondFactor: factor !== null },
    });
    this.cookies.set(context, 'session', secret, maxAgeMs);
    this.tries.remember(req, context, userId);
    const visit = await this.sessions.findVisit(secret);
    const lacks = visit?.memberships.some((place) => lacksFactor(visit, place)) === true;
    return this.pages.redirect(lacks ? factorPath(next) : next);
  }

  async signOut(req: IncomingMessage, context: RequestContext): Promise<void> {
    const secret = this.cookies.read(req, 'session');
    if (secret !== undefined) await this.sessions.end(secret);
    this.cookies.clear(context, 'session');
  }

  /** Sends somebody who is not signed in to the login page, and back to `path` afterwards. */
  askToSignIn(path: string): Reply {
    return this.pages.redirect(`/login?next=${encodeURIComponent(path)}`);
  }

  /** Who is signed in, and the way out. */
  footer({ user, memberships }: SignedIn, req: IncomingMessage, context: RequestContext): Html {
    return html`Signed in as ${shownAddress(user)} · account ${memberships[0].account.name} ·
      <form method="post" action="${this.pages.path('/logout')}">
        ${this.forms.field(req, context)}<button class="link">Sign out</button>
      </form>
      · <a href="${this.pages.path('/password')}">Password</a> ·
      <a href="${this.pages.path('/factor')}">Second factor</a> ·
      <a href="${this.pages.path('/programs')}">Programs</a> ·
      <a href="${this.pages.path('/connections')}">Connections</a>`;
  }
}
