import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { User } from '../people/person.js';
import { Sessions } from '../sessions/sessions.service.js';
import { PasswordPolicy } from '../sign-in/password-policy.service.js';
import { Passwords } from '../sign-in/passwords.service.js';

/** Somebody in the browser that they are signed in with. */
export interface FactorOwner {
  readonly accountId: string;
  readonly userId: string;
  /** Of the session. */
  readonly tokenId: string;
}

/** Whether it is really the person who changes their second factors, and not only somebody at their browser. */
@Injectable()
export class FactorProof {
  constructor(
    private readonly factors: SecondFactors,
    private readonly people: PeopleStore,
    private readonly policy: PasswordPolicy,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /** Whether somebody signs in with a password of ours, to which a factor can be added. */
  async hasPassword(userId: string): Promise<boolean> {
    const user = await this.people.findUser(userId);
    return user?.passwordHash != null && this.policy.isFor(await this.people.listMemberships(userId));
  }

  /**
   * The password, in a browser in which the second factor was shown if there is one. Throws `wrong-password`, also where no password works
   * (PASSWORD_SIGN_IN), `second-factor-required`, `overloaded`.
   */
  async require(owner: FactorOwner, password: string, origin: Origin): Promise<User> {
    const user = await this.people.findUser(owner.userId);
    if (user === undefined) throw new Problem('unauthorized');
    const present = (await this.hasPassword(user.id)) ? user.passwordHash : undefined;
    if (!(await this.passwords.matches(password, present, 'change'))) {
      await this.record(owner, 'user.password-guessed', origin);
      throw new Problem('wrong-password');
    }
    const isHeld = (await this.factors.find(user.id)) !== undefined;
    if (isHeld && !(await this.sessions.hasShownFactor(owner.tokenId)))
      throw new Problem('second-factor-required', 'Sign in with your password or passkey to change it.');
    return user;
  }

  /** A factor was taken away, and another is left or not: no other browser stays in by it. Joins the transaction that is open. */
  factorGone({ userId, tokenId }: FactorOwner, factor: string, isOneLeft: boolean): Promise<void> {
    return isOneLeft
      ? this.sessions.factorGone(userId, tokenId, factor)
      : this.sessions.lastFactorGone(userId, tokenId);
  }

  /** What somebody did to their second factors. Joins the transaction that is open. */
  record(
    { accountId, userId, tokenId }: FactorOwner,
    action: string,
    origin: Origin,
    details?: Readonly<Record<string, string>>,
  ): Promise<void> {
    const by = { accountId, userId, tokenId, target: userId };
    return this.audit.append({ ...by, action, ...(details && { details }) }, origin);
  }
}
