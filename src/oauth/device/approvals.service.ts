import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { membershipIn } from '../../accounts/people/person.js';
import { People } from '../../accounts/people/people.service.js';
import { Sessions, type SignedIn } from '../../accounts/sessions/sessions.service.js';
import { SignOuts } from '../../accounts/sign-in/sign-outs.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { afterWrongCode, lockedForMs } from './code-lock.js';
import { concerns, describeProgram, isOpen, type DeviceGrant } from './device-grant.js';
import { GrantStore, type CodeEntries } from './grant-store.port.js';
import { grantableBy } from '../protocol/scopes.js';
import { readUserCode } from './user-code.js';

/** What a person decides about a device. */
export interface Decision {
  readonly approve: boolean;
  /** The account that the device is to act in. */
  readonly accountId: string;
}

/** The person's side of RFC 8628: finds the login by its user code, and approves or denies it. */
@Injectable()
export class LoginApprovals {
  constructor(
    private readonly store: GrantStore,
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    signOuts: SignOuts,
  ) {
    signOuts.endLoginsWith((userId, accountId) => store.denyApprovedOf(userId, accountId));
  }

  /** Throws `code-entry-locked`. */
  async requireUnlocked({ user }: SignedIn): Promise<void> {
    this.refuseLocked(await this.store.findEntries(user.id));
  }

  /** The login with this code, which waits or was decided by this person; `undefined` for a wrong one, which counts. Throws `code-entry-locked`. */
  async find(visitor: SignedIn, typed: string, origin: Origin): Promise<DeviceGrant | undefined> {
    const { user } = visitor;
    const digest = this.keyring.digest('user code', readUserCode(typed));
    const result = await this.database.write(async () => {
      const entries = await this.store.lockEntries(user.id);
      if (lockedForMs(entries, this.clock.now()) > 0) return entries;
      const grant = await this.store.findByUserCode(digest);
      if (grant !== undefined && concerns(grant, user.id, this.clock.now())) return grant;
      await this.countWrong(visitor, entries, origin);
      return undefined;
    });
    if (result === undefined || 'id' in result) return result;
    this.refuseLocked(result);
    return undefined;
  }

  /** Keeps the decision; `false` when somebody else was faster or the time is over. Throws `forbidden`. */
  async decide(
    visitor: SignedIn,
    grant: DeviceGrant,
    { approve, accountId }: Decision,
    origin: Origin,
  ): Promise<boolean> {
    return this.database.write(async () => {
      const { user } = visitor;
      const known = await this.people.hold(user.id);
      // Somebody whose password has just changed is signed out, and approves nothing more.
      if (known === undefined || !(await this.sessions.isLive(visitor))) throw new Problem('form-expired');
      const membership = membershipIn(known.memberships, accountId);
      const isLetIn = membershipIn(visitor.memberships, accountId) !== undefined;
      if (membership === undefined || !isLetIn)
        throw new Problem('forbidden', 'You are not a member of this account.');
      const scopes = grantableBy(membership, grant.scopes);
      if (approve && scopes.length === 0)
        throw new Problem('forbidden', 'The program asks for rights that you do not have in this account.');
      const current = await this.store.lock(grant.id);
      if (current === undefined || !isOpen(current, this.clock.now())) return false;
      const decision = { userId: user.id, accountId };
      const decidedAt = this.clock.now();
      const change = approve
        ? ({ state: 'approved', scopes, decidedAt, ...decision } as const)
        : ({ state: 'denied', decidedAt, ...decision } as const);
      if (!(await this.store.change(grant.id, 'pending', change))) return false;
      await this.audit.append(
        {
          ...decision,
          action: approve ? 'device.approved' : 'device.denied',
          target: grant.id,
          details: { program: describeProgram(grant), device: grant.device, address: grant.address, scopes },
        },
        origin,
      );
      return true;
    });
  }

  private async countWrong(
    { user, memberships }: SignedIn,
    before: CodeEntries,
    origin: Origin,
  ): Promise<void> {
    const entries = afterWrongCode(before, this.clock.now());
    await this.store.saveEntries(user.id, entries);
    if (lockedForMs(entries, this.clock.now()) === 0) return;
    const accountId = memberships[0].account.id;
    await this.audit.append({ accountId, userId: user.id, action: 'device.code-entry-locked' }, origin);
  }

  private refuseLocked(entries: CodeEntries): void {
    const retryAfterMs = lockedForMs(entries, this.clock.now());
    if (retryAfterMs > 0)
      throw new Problem('code-entry-locked', 'Five wrong codes were entered within ten minutes.', {
        retryAfterMs,
      });
  }
}
