import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { isOperator, type UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { Audit, type Happening, type Origin } from '../audit/audit.service.js';
import { requireOperator, requirePowerOver } from '../people/member-rules.js';
import { PasswordPolicy } from '../sign-in/password-policy.service.js';
import { Passwords } from '../sign-in/passwords.service.js';
import { People } from '../people/people.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { everywhere, membershipIn, type Membership, type User } from '../people/person.js';
import { FactorStore } from '../factors/factor-store.port.js';
import { ResetStore, type StoredReset } from './reset-store.port.js';
import { SignOuts } from '../sign-in/sign-outs.service.js';
import { randomBase62 } from '../tokens/token-format.js';

const day = 86_400_000;
const purpose = 'password reset';

/** Whom a link is for, and what it is. */
export interface OpenReset {
  readonly reset: StoredReset;
  readonly user: User;
  readonly memberships: readonly Membership[];
}

/** Links by which people who have forgotten their password set a new one. Nobody chooses it for them. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly store: ResetStore,
    private readonly people: PeopleStore,
    private readonly known: People,
    private readonly passwords: Passwords,
    private readonly signOuts: SignOuts,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly policy: PasswordPolicy,
    private readonly factors: FactorStore,
  ) {}

  /**
   * A link for somebody whom the caller has power over. Operators, people in several accounts and those of other accounts are the operator's to
   * help. Throws `member-not-found`, `forbidden`, `insufficient-scope`, `password-sign-in-off`.
   */
  async create(
    principal: UserPrincipal,
    { userId, factor }: { readonly userId: string; readonly factor: boolean },
    origin: Origin,
  ): Promise<{ readonly url: string; readonly expiresAt: number }> {
    const code = randomBase62(32);
    const now = this.clock.now();
    const expiresAt = now + this.config.values.RESET_HOURS * (day / 24);
    await this.database.write(async () => {
      const known = await this.known.hold(userId);
      requireMayReset(principal, userId, known?.memberships ?? []);
      this.policy.requireFor(known?.memberships ?? []);
      const { accountId, userId: createdBy } = principal;
      const codeDigest = this.keyring.digest(purpose, code);
      const reset = { userId, codeDigest, accountId, createdBy, factor, createdAt: now, expiresAt };
      await this.store.replace(reset);
      const by = { userId: createdBy, tokenId: principal.tokenId };
      const accounts = [principal.accountId, ...accountsOf(known?.memberships ?? [])];
      await this.tell(accounts, { action: 'member.reset', target: userId, details: { factor } }, by, origin);
    });
    return { url: `${this.config.publicUrl}/reset?code=${code}`, expiresAt };
  }

  /** What a code stands for. Throws `link-expired`: also when the person has joined an account since, or its maker has left. */
  async get(code: string): Promise<OpenReset> {
    for (const digest of this.keyring.digests(purpose, code)) {
      const reset = await this.store.find(digest);
      if (reset !== undefined && reset.expiresAt > this.clock.now()) return this.open(reset);
    }
    throw new Problem('link-expired');
  }

  /** Sets the password; all sign-ins and tokens of the person end, and by a link for that the second factor. Throws `link-expired`, `overloaded`, `password-sign-in-off`. */
  async use(code: string, password: string, origin: Origin): Promise<void> {
    const opened = await this.get(code);
    this.policy.requireFor(opened.memberships);
    const passwordHash = await this.passwords.hash(password);
    await this.database.write(async () => {
      // Held before it is looked at again: whoever joins an account in that moment voids it.
      await this.known.hold(opened.user.id);
      const { reset, user, memberships } = await this.get(code);
      if (!(await this.store.take(reset.codeDigest))) throw new Problem('link-expired');
      const realm = await this.realmAfter(reset, user);
      await this.people.updateUser(user.id, { passwordHash, realm, securedAt: this.clock.now() });
      await this.signOuts.fromEverything(user.id);
      if (reset.factor) await this.factors.takeAway(user.id);
      const details = { by: reset.createdBy, factor: reset.factor };
      const happening = { action: 'user.password-reset', target: user.id, details };
      await this.tell([reset.accountId, ...accountsOf(memberships)], happening, { userId: user.id }, origin);
    });
  }

  private async open(reset: StoredReset): Promise<OpenReset> {
    const user = await this.people.findUser(reset.userId);
    const memberships = await this.people.listMemberships(reset.userId);
    const maker = membershipIn(await this.people.listMemberships(reset.createdBy), reset.accountId);
    const joined = memberships.some(({ joinedAt }) => joinedAt > reset.createdAt);
    if (user === undefined || maker === undefined || maker.role === 'member' || joined)
      throw new Problem('link-expired');
    return { reset, user, memberships };
  }

  /** Whoever makes a link may use it: only the operator's leave a verified address so. */
  private async realmAfter({ accountId }: StoredReset, { realm }: User): Promise<string> {
    const maker = await this.people.findAccount(accountId);
    return realm === everywhere && maker?.operator !== true ? accountId : realm;
  }

  /** In the log of each account once. */
  private async tell(
    accounts: readonly string[],
    happening: Happening,
    by: { readonly userId: string; readonly tokenId?: string },
    origin: Origin,
  ): Promise<void> {
    for (const accountId of new Set(accounts))
      await this.audit.append({ accountId, ...by, ...happening }, origin);
  }
}

function accountsOf(memberships: readonly Membership[]): string[] {
  return memberships.map(({ account }) => account.id);
}

function requireMayReset(principal: UserPrincipal, userId: string, memberships: readonly Membership[]): void {
  const membership = membershipIn(memberships, principal.accountId);
  if (membership === undefined && (memberships.length === 0 || !principal.operator))
    throw new Problem('member-not-found');
  if (userId === principal.userId)
    throw new Problem('forbidden', 'Change your own password with the present one.');
  if (membership !== undefined) requirePowerOver(principal, membership.role);
  if (isOperator(principal)) return;
  if (membership === undefined) requireOperator(principal);
  if (memberships.length > 1)
    throw new Problem('forbidden', 'This person is in other accounts too; the operator can help.');
  if (membership?.account.operator === true)
    throw new Problem(
      'forbidden',
      'This person runs the gateway; an owner with the scope operator can help.',
    );
}
