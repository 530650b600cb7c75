import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { FactorStore } from '../factors/factor-store.port.js';
import type { NewFactor } from '../factors/factor.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { PeopleStore } from '../people/people-store.port.js';
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

/** One's own second factor, turned on and off in a browser. */
@Injectable()
export class OwnFactor {
  constructor(
    private readonly factors: SecondFactors,
    private readonly store: FactorStore,
    private readonly people: PeopleStore,
    private readonly policy: PasswordPolicy,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** Whether somebody signs in with a password of ours, to which a code can be added. */
  async hasPassword(userId: string): Promise<boolean> {
    const user = await this.people.findUser(userId);
    return user?.passwordHash != null && this.policy.isFor(await this.people.listMemberships(userId));
  }

  /** Throws `wrong-password`, also where no password works (PASSWORD_SIGN_IN), `factor-present`, `overloaded`. */
  async begin(owner: FactorOwner, password: string, origin: Origin): Promise<NewFactor> {
    const user = await this.people.findUser(owner.userId);
    if (user === undefined) throw new Problem('unauthorized');
    const present = (await this.hasPassword(user.id)) ? user.passwordHash : undefined;
    if (!(await this.passwords.matches(password, present, 'change'))) {
      await this.record(owner, 'user.password-guessed', origin);
      throw new Problem('wrong-password');
    }
    return this.factors.begin(user);
  }

  /**
   * The recovery codes. The browser has shown its factor by it; others of the person, in which none was shown, are signed out. Throws
   * `factor-not-found`, `wrong-code`.
   */
  confirm(owner: FactorOwner, code: string, origin: Origin): Promise<readonly string[]> {
    return this.database.write(async () => {
      const codes = await this.factors.confirm(owner.userId, code);
      await this.sessions.factorShown(owner.userId, owner.tokenId);
      await this.record(owner, 'user.factor-added', origin);
      return codes;
    });
  }

  /** Takes it away; accounts that ask for one let the person's browsers in no more. Throws `factor-not-found`, `wrong-code`. */
  async remove(owner: FactorOwner, code: string, origin: Origin): Promise<void> {
    if ((await this.factors.find(owner.userId)) === undefined) throw new Problem('factor-not-found');
    const used = await this.factors.use(owner.userId, code);
    if (used === undefined) {
      await this.record(owner, 'user.factor-guessed', origin);
      throw new Problem('wrong-code');
    }
    await this.database.write(async () => {
      await this.store.takeAway(owner.userId);
      await this.sessions.factorGone(owner.userId);
      await this.record(owner, 'user.factor-removed', origin);
    });
  }

  private record({ accountId, userId, tokenId }: FactorOwner, action: string, origin: Origin): Promise<void> {
    return this.audit.append({ accountId, userId, tokenId, target: userId, action }, origin);
  }
}
