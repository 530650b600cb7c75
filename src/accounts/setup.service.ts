import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Keyring } from '../platform/security/keyring.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from './people-store.port.js';
import { normalEmail, type User } from './person.js';
import { randomBase62 } from './token-format.js';

const purpose = 'setup code';

/** Gives the operator an e-mail address and a password: by the one-time `/setup` link, or by ADMIN_EMAIL and ADMIN_PASSWORD. */
@Injectable()
export class Setup {
  constructor(
    private readonly people: PeopleStore,
    private readonly passwords: Passwords,
    private readonly keyring: Keyring,
    private readonly config: Config,
  ) {}

  /** Takes over what the environment says; else opens the setup of a user without a password. The code for the link, when it is open. */
  async prepare(user: User): Promise<string | undefined> {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = this.config.values;
    if (ADMIN_EMAIL !== undefined && ADMIN_PASSWORD !== undefined) {
      await this.apply(user, normalEmail(ADMIN_EMAIL), ADMIN_PASSWORD);
      return undefined;
    }
    if (user.passwordHash !== null) return undefined;
    const code = randomBase62(32);
    await this.people.openSetup(user.id, this.keyring.digest(purpose, code));
    return code;
  }

  private async apply(user: User, email: string, password: string): Promise<void> {
    const known = user.email === email && (await this.passwords.matches(password, user.passwordHash));
    if (known) return;
    await this.people.updateUser(user.id, { email, passwordHash: await this.passwords.hash(password) });
  }
}
