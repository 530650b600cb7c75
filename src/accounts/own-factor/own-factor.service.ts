import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import type { Origin } from '../audit/audit.service.js';
import type { NewFactor } from '../factors/factor.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { Sessions } from '../sessions/sessions.service.js';
import { FactorProof, type FactorOwner } from './factor-proof.service.js';

/** One's own authenticator, turned on and off in a browser. */
@Injectable()
export class OwnFactor {
  constructor(
    private readonly factors: SecondFactors,
    private readonly proof: FactorProof,
    private readonly people: PeopleStore,
    private readonly sessions: Sessions,
    private readonly database: Database,
  ) {}

  /** Throws what `FactorProof` does, and `factor-present`. */
  async begin(owner: FactorOwner, password: string, origin: Origin): Promise<NewFactor> {
    return this.factors.begin(await this.proof.require(owner, password, origin));
  }

  /**
   * The recovery codes. The browser has shown its factor by it; others of the person, in which none was shown, are signed out. Throws
   * `factor-not-found`, `wrong-code`.
   */
  confirm(owner: FactorOwner, code: string, origin: Origin): Promise<readonly string[]> {
    return this.database.write(async () => {
      await this.people.lockUser(owner.userId);
      const codes = await this.factors.confirm(owner.userId, code);
      await this.sessions.factorShown(owner.userId, owner.tokenId, 'totp');
      await this.proof.record(owner, 'user.factor-added', origin);
      return codes;
    });
  }

  /**
   * Takes it away; other browsers that showed a code of it are signed out. With the last factor, accounts that ask for one let this browser in no
   * more. Throws `factor-not-found`, `wrong-code`.
   */
  async remove(owner: FactorOwner, code: string, origin: Origin): Promise<void> {
    const held = await this.factors.find(owner.userId);
    if (held?.authenticatorSince === undefined) throw new Problem('factor-not-found');
    const used = await this.factors.use(owner.userId, code);
    if (used === undefined) {
      await this.proof.record(owner, 'user.factor-guessed', origin);
      throw new Problem('wrong-code');
    }
    await this.database.write(async () => {
      await this.people.lockUser(owner.userId);
      const isOneLeft = await this.factors.removeAuthenticator(owner.userId);
      await this.proof.factorGone(owner, 'totp', isOneLeft);
      await this.proof.record(owner, 'user.factor-removed', origin);
    });
  }
}
