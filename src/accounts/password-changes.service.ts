import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import type { UserPrincipal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { Database } from '../platform/database/database.js';
import { Audit, type Origin } from './audit.service.js';
import { requirePowerOver } from './member-rules.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from './people-store.port.js';
import { membershipIn } from './person.js';
import { SignOuts } from './sign-outs.service.js';

/** Who does it, in which account, and with which token if not in the browser. */
interface Person {
  readonly accountId: string;
  readonly userId: string;
  readonly tokenId?: string;
}

/** New passwords for people who have one, or have forgotten it. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly people: PeopleStore,
    private readonly passwords: Passwords,
    private readonly signOuts: SignOuts,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws `unauthorized` for somebody who is gone. */
  async getAddress(userId: string): Promise<string> {
    const user = await this.people.findUser(userId);
    if (user === undefined) throw new Problem('unauthorized');
    return user.email;
  }

  /** One's own. Browsers are signed out, tokens live on. Throws `wrong-password`, `overloaded`. */
  async change(
    person: Person,
    { current, next }: { readonly current: string; readonly next: string },
    origin: Origin,
  ): Promise<void> {
    const user = await this.people.findUser(person.userId);
    if (!(await this.passwords.matches(current, user?.passwordHash, 'change'))) {
      await this.recordOf(person, 'user.password-guessed', person.userId, origin);
      throw new Problem('wrong-password');
    }
    await this.replace(person, person.userId, next, 'user.password-changed', origin, () =>
      this.signOuts.fromBrowsers(person.userId),
    );
  }

  /**
   * That of somebody else in the account, who is signed out everywhere and whose tokens are all dead at once. A person who is in other
   * accounts too is the operator's to help. Throws `member-not-found`, `forbidden`, `overloaded`.
   */
  async reset(principal: UserPrincipal, userId: string, next: string, origin: Origin): Promise<void> {
    const memberships = await this.people.listMemberships(userId);
    const membership = membershipIn(memberships, principal.accountId);
    if (membership === undefined && !(principal.operator && memberships.length > 0))
      throw new Problem('member-not-found');
    if (userId === principal.userId)
      throw new Problem('forbidden', 'Change your own password with the present one.');
    if (membership !== undefined) requirePowerOver(principal, membership.role);
    if (memberships.length > 1 && !principal.operator)
      throw new Problem('forbidden', 'This person is in other accounts too; the operator can help.');
    await this.replace(principal, userId, next, 'user.password-reset', origin, () =>
      this.signOuts.fromEverything(userId),
    );
  }

  private async replace(
    person: Person,
    userId: string,
    next: string,
    action: string,
    origin: Origin,
    signOut: () => Promise<void>,
  ): Promise<void> {
    const passwordHash = await this.passwords.hash(next);
    await this.database.write(async () => {
      await this.people.lockUser(userId);
      await this.people.updateUser(userId, { passwordHash, securedAt: this.clock.now() });
      await signOut();
      await this.recordOf(person, action, userId, origin);
    });
  }

  private recordOf(
    { accountId, userId, tokenId }: Person,
    action: string,
    target: string,
    origin: Origin,
  ): Promise<void> {
    const by = { accountId, userId, ...(tokenId === undefined ? {} : { tokenId }) };
    return this.audit.append({ ...by, action, target }, origin);
  }
}
