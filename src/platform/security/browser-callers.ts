import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { UserPrincipal } from '../../kernel/principal.js';
import { networkOf } from '../egress/network.js';
import { HostPolicy } from '../http/host-policy.js';
import type { RequestContext } from '../http/request-context.js';
import { PageCookies } from '../pages/page-cookies.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { namedAccountOf, type NamedAccount } from './named-account.js';
import { NamedAccounts } from './named-accounts.service.js';
import { SessionVerifier } from './session-verifier.port.js';

/**
 * Takes the cookie of a browser that is signed in for its person at the API. Cookies travel with whatever request any site makes a browser
 * send, so only what a page of our own asked for counts: the browser says so itself (`Sec-Fetch-Site`, or the `Origin` where that is not
 * sent), and what changes something carries a header that no other site can set without a CORS preflight, which never allows it.
 */
@Injectable()
export class BrowserCallers {
  constructor(
    private readonly cookies: PageCookies,
    private readonly hosts: HostPolicy,
    private readonly sessions: SessionVerifier,
    private readonly accounts: NamedAccounts,
    private readonly limits: RateLimits,
  ) {}

  /** Nobody for a request without such a cookie or that breaks a rule. Throws `account-not-found`, `invalid-request`, `rate-limited`. */
  find(
    req: IncomingMessage,
    context: RequestContext,
  ): UserPrincipal | undefined | Promise<UserPrincipal | undefined> {
    const secret = this.cookies.read(req, 'session');
    if (secret === undefined || !this.isOfOwnPage(req)) return undefined;
    const named = namedAccountOf(req);
    const network = networkOf(context.address);
    const admit = () => this.limits.require('wrong-token', network, context);
    const found =
      named === undefined
        ? this.sessions.verify(secret, undefined, admit)
        : this.findIn(named, secret, admit, context);
    return found instanceof Promise ? found.then((person) => this.count(person, network, context)) : found;
  }

  /** As whom the browser speaks in the account that is named. */
  private async findIn(
    named: NamedAccount,
    secret: string,
    admit: () => Promise<void>,
    context: RequestContext,
  ): Promise<UserPrincipal | undefined> {
    const person =
      (await this.sessions.verify(secret, named.header ?? named.query, admit)) ??
      (await this.sessions.verify(secret, undefined, admit));
    if (person !== undefined) await this.accounts.require(person, named, context);
    return person;
  }

  /** Secrets that are tried cost what wrong tokens cost. */
  private async count(
    person: UserPrincipal | undefined,
    network: string,
    context: RequestContext,
  ): Promise<UserPrincipal | undefined> {
    if (person === undefined) await this.limits.consume('wrong-token', network, context);
    return person;
  }

  private isOfOwnPage(req: IncomingMessage): boolean {
    const { method, headers } = req;
    if (method !== 'GET' && method !== 'HEAD' && headers['x-gantry-console'] !== '1') return false;
    const { origin, 'sec-fetch-site': site } = headers;
    const isOwnOrigin = origin !== undefined && this.hosts.isOwnOrigin(req, origin) && this.isSafe(origin);
    return site === undefined ? isOwnOrigin : site === 'same-origin' && (origin === undefined || isOwnOrigin);
  }

  /** Where the gateway is reached by https, a page that came by http may have come from anybody on the way. */
  private isSafe(origin: string): boolean {
    return !this.cookies.secure || origin.toLowerCase().startsWith('https:');
  }
}
