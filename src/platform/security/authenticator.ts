import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Principal, UserPrincipal } from '../../kernel/principal.js';
import { RequestContext } from '../http/request-context.js';
import { unauthorized } from './access.js';
import { BrowserCallers } from './browser-callers.js';
import { networkOf } from '../egress/network.js';
import { namedAccountOf, type NamedAccount } from './named-account.js';
import { NamedAccounts } from './named-accounts.service.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { TokenVerifier } from './token-verifier.port.js';

const bearer = /^Bearer +([\x21-\x7e]{1,512})$/i;
const bareToken = /^gt[uao]_[0-9A-Za-z]+$/;
const endings = {
  expired: 'has expired',
  revoked: 'was revoked',
  asleep: 'sleeps until its person signs in at their provider again',
};

/**
 * Turns the `Authorization` header into a principal (RFC 6750 §2.1), or at the API the cookie of a browser, and counts the request against its
 * rate limit.
 */
@Injectable()
export class Authenticator {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly browsers: BrowserCallers,
    private readonly accounts: NamedAccounts,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Sets `context.principal`; at once when the token is known. Without the header, and without a browser that is signed in, the
   * address is counted; a header that does not hold a live token is `unauthorized`, whatever else came with it.
   */
  authenticate(req: IncomingMessage, context: RequestContext): Promise<void> | undefined {
    const header = req.headers.authorization;
    if (header === undefined)
      return req.headers.cookie === undefined || !context.path.startsWith('/api/')
        ? this.admitNobody(context)
        : this.admitBrowser(req, context);
    const startedAt = performance.now();
    const named = context.path.startsWith('/api/') ? namedAccountOf(req) : undefined;
    if (named !== undefined) return this.acceptIn(named, header, startedAt, context);
    const verified = this.verify(header, context);
    return verified instanceof Promise
      ? verified.then((principal) => this.accept(principal, header, startedAt, context))
      : this.accept(verified, header, startedAt, context);
  }

  /** Counts a request that speaks for nobody against its address. */
  admitNobody(context: RequestContext): Promise<void> | undefined {
    return this.limits.consume('address', networkOf(context.address), context);
  }

  private admitBrowser(req: IncomingMessage, context: RequestContext): Promise<void> | undefined {
    const startedAt = performance.now();
    const found = this.browsers.find(req, context);
    return found instanceof Promise
      ? found.then((person) => this.acceptPerson(person, startedAt, context))
      : this.acceptPerson(found, startedAt, context);
  }

  private acceptPerson(
    person: UserPrincipal | undefined,
    startedAt: number,
    context: RequestContext,
  ): Promise<void> | undefined {
    context.authMs = performance.now() - startedAt;
    if (person === undefined) return this.admitNobody(context);
    context.answerBrowser();
    context.principal = person;
    return this.limits.admit(person, context);
  }

  private accept(
    principal: Principal | undefined,
    header: string,
    startedAt: number,
    context: RequestContext,
  ): Promise<void> | undefined {
    context.authMs = performance.now() - startedAt;
    if (principal === undefined) return this.refuse(header, context);
    context.principal = principal;
    return this.limits.admit(principal, context);
  }

  private async acceptIn(
    named: NamedAccount,
    header: string,
    startedAt: number,
    context: RequestContext,
  ): Promise<void> {
    const principal = await this.verify(header, context);
    await this.accept(principal, header, startedAt, context);
    if (principal !== undefined) await this.accounts.require(principal, named, context);
  }

  private async refuse(header: string, context: RequestContext): Promise<never> {
    await this.limits.consume('wrong-token', networkOf(context.address), context);
    throw unauthorized(await this.reasonFor(header));
  }

  private async reasonFor(header: string): Promise<string> {
    const token = bearer.exec(header)?.[1];
    if (token === undefined)
      return bareToken.test(header)
        ? 'The token stands alone: write `Bearer ` in front of it.'
        : 'The header is not `Authorization: Bearer <token>`.';
    const end = await this.verifier.findEnd(token);
    return end === undefined ? 'No live token has this value.' : `The token ${endings[end]}.`;
  }

  private verify(
    header: string,
    context: RequestContext,
  ): Principal | undefined | Promise<Principal | undefined> {
    const token = bearer.exec(header)?.[1];
    if (token === undefined) return undefined;
    return this.verifier.verify(token, () =>
      this.limits.require('wrong-token', networkOf(context.address), context),
    );
  }
}
