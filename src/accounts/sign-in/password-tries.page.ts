import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { KnownCallers } from '../../platform/http/bodies/known-callers.js';
import { PageCookies } from '../../platform/pages/page-cookies.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { LimitName } from '../../platform/rate-limits/limit-policies.js';
import { networkOf } from '../../platform/egress/network.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { normalEmail } from '../people/person.js';
import { randomBase62 } from '../tokens/token-format.js';

const purpose = 'known browser';
const idPurpose = 'known browser id';
/** Of the id of a browser: what is random, and what shows before anything else is known of a request that it came from here. */
const idLengths = { random: 10, mark: 6 };
const idLength = idLengths.random + idLengths.mark;
/** Browsers keep a cookie for no longer (RFC 6265bis §5.5). */
const rememberedMs = 400 * 86_400_000;

/** To be called when the password was right: the try does not count. */
export type Unspend = () => Promise<void>;

/**
 * Counts tries of passwords, and of what is shown after or in place of them. Who tries from a network makes others of that network wait; a browser in which the
 * person has signed in before has tries of its own, so that nobody can lock people out of it.
 */
@Injectable()
export class PasswordTries {
  constructor(
    private readonly limits: RateLimits,
    private readonly cookies: PageCookies,
    private readonly keyring: Keyring,
    known: KnownCallers,
  ) {
    known.add((limit, req) => limit === 'login' && this.isKnown(req));
  }

  /** A try for an e-mail address, from wherever. Throws `rate-limited`. */
  async spend(email: string, context: RequestContext): Promise<Unspend> {
    const [network, person] = [networkOf(context.address), normalEmail(email)];
    const budgets: [LimitName, string][] = [
      ['login', network],
      ['login-user', `${person} ${network}`],
      ['login-person', person],
    ];
    for (const [name, key] of budgets) await this.limits.consume(name, key, context);
    return async () => {
      for (const [name, key] of budgets) await this.limits.giveBack(name, key);
    };
  }

  /** Whether the user has signed in with this browser before. */
  isKnownIn(req: IncomingMessage, userId: string): boolean {
    const cookie = this.cookieOf(req);
    return cookie !== undefined && this.keyring.matches(purpose, `${cookie.id} ${userId}`, cookie.seal);
  }

  /** A try of a user in a browser that is known for this user. Throws `rate-limited`. */
  async spendKnown(req: IncomingMessage, userId: string, context: RequestContext): Promise<Unspend> {
    const key = `${userId} browser ${this.cookieOf(req)?.id ?? ''}`;
    await this.limits.consume('login-user', key, context);
    return () => this.limits.giveBack('login-user', key);
  }

  /** A try of somebody who may be known in this browser. Throws `rate-limited`. */
  spendHere(
    req: IncomingMessage,
    { id, email }: { readonly id: string; readonly email: string },
    context: RequestContext,
  ): Promise<Unspend> {
    return this.isKnownIn(req, id) ? this.spendKnown(req, id, context) : this.spend(email, context);
  }

  /** A code of a second factor; in a browser that is known for the user such tries are counted by themselves. Throws `rate-limited`. */
  async spendCode(userId: string, context: RequestContext, req?: IncomingMessage): Promise<Unspend> {
    const isKnown = req !== undefined && this.isKnownIn(req, userId);
    const key = isKnown ? `${userId} browser ${this.cookieOf(req)?.id ?? ''}` : userId;
    await this.limits.consume('second-factor', key, context);
    return () => this.limits.giveBack('second-factor', key);
  }

  /** A second factor after a password: tries of the network, if the user is not known here, and of the user. Throws `rate-limited`. */
  async spendFactor(req: IncomingMessage, userId: string, context: RequestContext): Promise<Unspend> {
    const giveBack = this.isKnownIn(req, userId) ? undefined : await this.spendNetwork(context);
    const unspend = await this.spendCode(userId, context, req);
    return async () => {
      await giveBack?.();
      await unspend();
    };
  }

  /** A passkey alone, of whomever it names. Throws `rate-limited`. */
  spendPasskey(req: IncomingMessage, userId: string | undefined, context: RequestContext): Promise<Unspend> {
    return userId !== undefined && this.isKnownIn(req, userId)
      ? this.spendKnown(req, userId, context)
      : this.spendNetwork(context);
  }

  /** From now on the user is known in this browser. */
  remember(req: IncomingMessage, context: RequestContext, userId: string): void {
    if (this.isKnownIn(req, userId) && this.isKnown(req)) return;
    const random = randomBase62(idLengths.random);
    const id = random + markIn(this.keyring.digest(idPurpose, random));
    const seal = this.keyring.digest(purpose, `${id} ${userId}`);
    this.cookies.set(context, 'browser', Buffer.from(id + seal).toString('base64url'), rememberedMs);
  }

  private async spendNetwork(context: RequestContext): Promise<Unspend> {
    const network = networkOf(context.address);
    await this.limits.consume('login', network, context);
    return () => this.limits.giveBack('login', network);
  }

  /** Whether somebody has signed in with this browser before, whoever it was. */
  private isKnown(req: IncomingMessage): boolean {
    const id = this.cookieOf(req)?.id ?? '';
    const digests = this.keyring.digests(idPurpose, id.slice(0, idLengths.random));
    return digests.some((digest) => markIn(digest) === id.slice(idLengths.random));
  }

  private cookieOf(req: IncomingMessage): { readonly id: string; readonly seal: string } | undefined {
    const value = this.cookies.read(req, 'browser');
    if (value === undefined) return undefined;
    const text = Buffer.from(value, 'base64url').toString();
    return { id: text.slice(0, idLength), seal: text.slice(idLength) };
  }
}

/** The beginning of a digest behind the id of its key. */
function markIn(digest: string): string {
  return digest.slice(digest.indexOf('.') + 1).slice(0, idLengths.mark);
}
