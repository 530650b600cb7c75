import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config, ConfigError } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { workerPlace } from '../../platform/workers/worker-place.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { FactorStore } from '../factors/factor-store.port.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { normalEmail, type NewPerson, type User } from '../people/person.js';
import { SignOuts } from './sign-outs.service.js';
import { randomBase62 } from '../tokens/token-format.js';

const purpose = 'setup code';

/** Gives the operator an e-mail address and a password: by the one-time `/setup` link, or by ADMIN_EMAIL and ADMIN_PASSWORD. */
@Injectable()
export class Setup {
  /** The user who is to be set up by the link, as far as this process has printed one. */
  private awaited: string | undefined;

  constructor(
    private readonly people: PeopleStore,
    private readonly passwords: Passwords,
    private readonly signOuts: SignOuts,
    private readonly factors: FactorStore,
    private readonly audit: Audit,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
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
    this.awaited = user.id;
    // The link of a start is that of its first worker.
    if (workerPlace()?.leads === false) return undefined;
    const code = randomBase62(32);
    await this.people.openSetup(user.id, this.digest(code));
    return code;
  }

  /** Whether nobody has opened the link of this start yet, so that there is no operator who could sign in. */
  async isAwaited(): Promise<boolean> {
    if (this.awaited === undefined) return false;
    const user = await this.people.findUser(this.awaited);
    if (user?.passwordHash === null) return true;
    this.awaited = undefined;
    return false;
  }

  async isOpen(code: string): Promise<boolean> {
    return (await this.people.findUserInSetup(this.digest(code))) !== undefined;
  }

  /** Sets the operator up. Throws `link-expired` when the code is not good (any more), `email-taken`. */
  async complete(code: string, { email, name, password }: NewPerson, origin: Origin): Promise<User> {
    const user = await this.people.findUserInSetup(this.digest(code));
    if (user === undefined) throw new Problem('link-expired');
    const other = await this.people.findUserInRealm(normalEmail(email), user.realm);
    if (other !== undefined && other.id !== user.id) throw new Problem('email-taken');
    const passwordHash = await this.passwords.hash(password);
    const person = { email: normalEmail(email), realm: user.realm, name, passwordHash, securedAt: null };
    if (!(await this.people.closeSetup(this.digest(code), person))) throw new Problem('link-expired');
    await this.record(user, 'user.set-up', origin);
    return { ...user, ...person };
  }

  /** The environment is how a lost password or second factor is replaced, so it counts at each start: a new password takes the factor away. */
  private async apply(user: User, email: string, password: string): Promise<void> {
    if (user.email === email && (await this.passwords.matches(password, user.passwordHash))) return;
    const other = await this.people.findUserInRealm(email, user.realm);
    if (other !== undefined && other.id !== user.id)
      throw new ConfigError([{ variable: 'ADMIN_EMAIL', detail: 'is the address of another user' }]);
    const passwordHash = await this.passwords.hash(password);
    await this.people.updateUser(user.id, { email, passwordHash, securedAt: this.clock.now() });
    await this.signOuts.fromBrowsers(user.id);
    await this.factors.takeAway(user.id);
    await this.record(user, 'user.set-up', {});
  }

  private async record({ id }: User, action: string, origin: Origin): Promise<void> {
    const [membership] = await this.people.listMemberships(id);
    if (membership === undefined) return;
    const accountId = membership.account.id;
    await this.audit.append({ accountId, action, userId: id, target: id }, origin);
  }

  private digest(code: string): string {
    return this.keyring.digest(purpose, code);
  }
}
