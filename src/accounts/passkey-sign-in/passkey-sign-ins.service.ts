import { Injectable } from '@nestjs/common';
import type { Origin } from '../audit/audit.service.js';
import { Passkeys, type PasskeyFault } from '../factors/passkeys.service.js';
import type { PasskeyQuestion, ShownPasskeyAnswer } from '../factors/webauthn.port.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { User } from '../people/person.js';
import { Login } from '../sign-in/login.service.js';
import { PasswordPolicy } from '../sign-in/password-policy.service.js';

/** Where a passkey is asked for: in a browser, told by a secret of its own, and after the password of somebody or of nobody yet. */
interface AskedBrowser {
  readonly browser: string;
  readonly user: User | undefined;
}

/** Sign-in with a passkey, which is both factors, or with one after a password. */
@Injectable()
export class PasskeySignIns {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly people: PeopleStore,
    private readonly policy: PasswordPolicy,
    private readonly login: Login,
  ) {}

  /** Throws `passkeys-unavailable`. */
  ask(at: AskedBrowser): Promise<PasskeyQuestion> {
    return this.passkeys.askToShow(holderOf(at), at.user?.id);
  }

  /** Who it is, or why nobody. Passkeys are for whom passwords are for (PASSWORD_SIGN_IN); whoever is in no account has none. */
  async prove(
    answer: ShownPasskeyAnswer | undefined,
    at: AskedBrowser,
    origin: Origin,
  ): Promise<{ readonly user: User; readonly passkeyId: string } | { readonly fault: PasskeyFault }> {
    const { passkey, fault } =
      answer === undefined
        ? ({ fault: 'wrong' } as const)
        : await this.passkeys.use(answer, holderOf(at), at.user?.id);
    const user = at.user ?? (passkey && (await this.people.findUser(passkey.userId)));
    if (fault === undefined && passkey && user && (await this.maySignIn(user))) {
      await this.login.arrived(user, 'passkey', origin);
      return { user, passkeyId: passkey.id };
    }
    const reason = fault ?? 'unknown';
    await this.login.failedAtPasskey(user, reason, origin);
    return { fault: reason };
  }

  private async maySignIn({ id }: User): Promise<boolean> {
    const memberships = await this.people.listMemberships(id);
    return memberships.length > 0 && this.policy.isFor(memberships);
  }
}

function holderOf({ browser, user }: AskedBrowser): string {
  return `${browser} ${user?.id ?? ''}`;
}
