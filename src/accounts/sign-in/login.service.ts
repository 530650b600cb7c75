import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../audit/audit.service.js';
import type { UsedFactor } from '../factors/factor.js';
import type { PasskeyFault } from '../factors/passkeys.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { isVerified, normalEmail, type User } from '../people/person.js';

/** So many users of one address are looked at, so that each sign-in has a bounded cost; only accounts that invite one more make it more. */
const maxUsers = 20;

/** Checks e-mail address and password, and writes down what came of it. */
@Injectable()
export class Login {
  constructor(
    private readonly people: PeopleStore,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly policy: PasswordPolicy,
  ) {}

  /** Those with this address who are in an account and may use a password: who is verified first, then the oldest. */
  async find(email: string): Promise<User[]> {
    const users = await this.people.listUsersByEmail(normalEmail(email));
    const first = [...users.filter(isVerified), ...users.filter((user) => !isVerified(user))];
    const found: User[] = [];
    for (const user of first) {
      if (found.length === maxUsers) break;
      const memberships = await this.people.listMemberships(user.id);
      if (memberships.length > 0 && this.policy.isFor(memberships)) found.push(user);
    }
    return found;
  }

  /** Whose password it is; without users it takes as long to say nobody's as with one. Only a wrong one is written down. Throws `overloaded`. */
  async check(users: readonly User[], password: string, origin: Origin): Promise<User | undefined> {
    for (const user of users) if (await this.passwords.matches(password, user.passwordHash)) return user;
    if (users.length === 0) await this.passwords.matches(password, undefined);
    for (const user of users.length === 0 ? [undefined] : users)
      await this.record(user, 'user.login-failed', origin);
    return undefined;
  }

  /** Somebody has proved who they are, with a second factor or without one. */
  async arrived(user: User, factor: UsedFactor | undefined, origin: Origin): Promise<void> {
    await this.record(user, 'user.login', origin, factor === undefined ? undefined : { factor });
  }

  /** A password was right, and a code wrong. */
  async failedAtCode(user: User, origin: Origin): Promise<void> {
    await this.record(user, 'user.login-failed', origin, { at: 'second factor' });
  }

  /** A passkey was shown that is not good. */
  async failedAtPasskey(user: User | undefined, reason: PasskeyFault, origin: Origin): Promise<void> {
    await this.record(user, 'user.login-failed', origin, { at: 'passkey', reason });
  }

  /** In the user's first account; what strangers try is the operator's business. What they typed is not kept: it may be a password. */
  private async record(
    user: User | undefined,
    action: string,
    origin: Origin,
    details?: Readonly<Record<string, string>>,
  ): Promise<void> {
    const [membership] = user === undefined ? [] : await this.people.listMemberships(user.id);
    const accountId = membership?.account.id ?? (await this.people.findOperator())?.account.id;
    if (accountId === undefined) return;
    const whom = user === undefined ? {} : { userId: user.id, target: user.id };
    await this.audit.append({ accountId, action, ...whom, ...(details && { details }) }, origin);
  }
}
