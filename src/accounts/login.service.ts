import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from './audit.service.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from './people-store.port.js';
import { normalEmail, type User } from './person.js';

/** Checks e-mail address and password, and writes down what came of it. */
@Injectable()
export class Login {
  constructor(
    private readonly people: PeopleStore,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
  ) {}

  async find(email: string): Promise<User | undefined> {
    return this.people.findUserByEmail(normalEmail(email));
  }

  /** Whether that is the user's password; without a user it takes the same time to say no. Throws `overloaded`. */
  async check(user: User | undefined, password: string, origin: Origin): Promise<boolean> {
    const right = await this.passwords.matches(password, user?.passwordHash);
    await this.recordAttempt(user, right, origin);
    return right;
  }

  /** In the user's first account; what strangers try is the operator's business. What they typed is not kept: it may be a password. */
  private async recordAttempt(user: User | undefined, right: boolean, origin: Origin): Promise<void> {
    const [membership] = user === undefined ? [] : await this.people.listMemberships(user.id);
    const accountId = membership?.account.id ?? (await this.people.findOperator())?.account.id;
    if (accountId === undefined) return;
    await this.audit.append(
      {
        accountId,
        action: right ? 'user.login' : 'user.login-failed',
        ...(user === undefined ? {} : { userId: user.id, target: user.id }),
      },
      origin,
    );
  }
}
