import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { isTrivialPassword, trivialPassword } from '../../kernel/trivial-password.js';
import { Database } from '../../platform/database/database.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { User } from '../people/person.js';
import { SignOuts } from './sign-outs.service.js';

/** Who does it, in which account, and with which token if not in the browser. */
interface Person {
  readonly accountId: string;
  readonly userId: string;
  readonly tokenId?: string;
}

/** New passwords for people who have one. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly people: PeopleStore,
    private readonly policy: PasswordPolicy,
    private readonly passwords: Passwords,
    private readonly signOuts: SignOuts,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws `unauthorized` for somebody who is gone. */
  async getPerson(userId: string): Promise<User> {
    const user = await this.people.findUser(userId);
    if (user === undefined) throw new Problem('unauthorized');
    return user;
  }

  /**
   * One's own. Browsers are signed out, tokens live on. Throws `wrong-password`, also where no password works (PASSWORD_SIGN_IN),
   * `invalid-request` for one that is guessed first, `overloaded`.
   */
  async change(
    person: Person,
    { current, next }: { readonly current: string; readonly next: string },
    origin: Origin,
  ): Promise<void> {
    const user = await this.people.findUser(person.userId);
    if (isTrivialPassword(next, user?.email))
      throw new Problem('invalid-request', undefined, {
        errors: [{ pointer: '/newPassword', detail: trivialPassword }],
      });
    const mayHaveOne = this.policy.isFor(await this.people.listMemberships(person.userId));
    const present = mayHaveOne ? user?.passwordHash : undefined;
    if (!(await this.passwords.matches(current, present, 'change'))) {
      await this.recordOf(person, 'user.password-guessed', origin);
      throw new Problem('wrong-password');
    }
    const passwordHash = await this.passwords.hash(next);
    await this.database.write(async () => {
      await this.people.lockUser(person.userId);
      await this.people.updateUser(person.userId, { passwordHash, securedAt: this.clock.now() });
      await this.signOuts.fromBrowsers(person.userId);
      await this.recordOf(person, 'user.password-changed', origin);
    });
  }

  private recordOf({ accountId, userId, tokenId }: Person, action: string, origin: Origin): Promise<void> {
    const by = { accountId, userId, ...(tokenId === undefined ? {} : { tokenId }) };
    return this.audit.append({ ...by, action, target: userId }, origin);
  }
}
