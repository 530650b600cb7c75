import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Origin } from '../audit/audit.service.js';
import type { StoredPasskey } from '../factors/passkey-store.port.js';
import { Passkeys } from '../factors/passkeys.service.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import type { NewPasskeyAnswer, PasskeyQuestion } from '../factors/webauthn.port.js';
import { PeopleStore } from '../people/people-store.port.js';
import { Sessions } from '../sessions/sessions.service.js';
import { FactorProof, type FactorOwner } from './factor-proof.service.js';

/** A passkey that was added; with the first factor of a person come recovery codes, which nobody sees again. */
interface AddedPasskey {
  readonly passkey: StoredPasskey;
  readonly recoveryCodes: readonly string[];
}

/** One's own passkeys, added and taken away in a browser. */
@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly factors: SecondFactors,
    private readonly proof: FactorProof,
    private readonly people: PeopleStore,
    private readonly sessions: Sessions,
    private readonly database: Database,
  ) {}

  /** Throws what `FactorProof` does, `passkeys-unavailable`, `too-many-passkeys`. */
  async begin(owner: FactorOwner, password: string, origin: Origin): Promise<PasskeyQuestion> {
    const user = await this.proof.require(owner, password, origin);
    return this.passkeys.askForNew(user, holderOf(owner));
  }

  /**
   * Adds what the browser made when it was asked. By a first factor the browser has shown it; others of the person, in which none was shown, are
   * signed out. Throws `passkey-refused`, `passkey-known`, `too-many-passkeys`, `passkeys-unavailable`.
   */
  async add(
    owner: FactorOwner,
    { name, answer }: { readonly name: string; readonly answer: NewPasskeyAnswer },
    origin: Origin,
  ): Promise<AddedPasskey> {
    const { userId } = owner;
    const passkey = await this.passkeys.readNew({ userId, name }, answer, holderOf(owner));
    return this.database.write(async () => {
      await this.people.lockUser(userId);
      const isFirst = (await this.factors.find(userId)) === undefined;
      await this.passkeys.keep(passkey);
      const recoveryCodes = isFirst ? await this.factors.renewRecoveryCodes(userId) : [];
      if (isFirst) await this.sessions.factorShown(userId, owner.tokenId, passkey.id);
      await this.proof.record(owner, 'user.passkey-added', origin, { passkey: passkey.id, name });
      return { passkey, recoveryCodes };
    });
  }

  /**
   * Takes one away; other browsers that were signed in with it are signed out. With the last factor, accounts that ask for one let this browser in no
   * more. Throws what `FactorProof` does, and `passkey-not-found`.
   */
  async remove(
    owner: FactorOwner,
    { id, password }: { readonly id: string; readonly password: string },
    origin: Origin,
  ): Promise<void> {
    await this.proof.require(owner, password, origin);
    await this.database.write(async () => {
      await this.people.lockUser(owner.userId);
      const isOneLeft = await this.factors.removePasskey(owner.userId, id);
      await this.proof.factorGone(owner, id, isOneLeft);
      await this.proof.record(owner, 'user.passkey-removed', origin, { passkey: id });
    });
  }
}

function holderOf({ tokenId, userId }: FactorOwner): string {
  return `${tokenId} ${userId}`;
}
