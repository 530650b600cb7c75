import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { Role, UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Cursors } from '../../platform/security/cursors.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { Departures } from '../people/departures.service.js';
import { requirePowerOver } from '../people/member-rules.js';
import { PeopleStore } from '../people/people-store.port.js';
import { membershipIn, type Member } from '../people/person.js';
import { ResetStore } from '../resets/reset-store.port.js';
import { SignOuts } from '../sign-in/sign-outs.service.js';

/** The people of an account. */
@Injectable()
export class Members {
  constructor(
    private readonly people: PeopleStore,
    private readonly signOuts: SignOuts,
    private readonly resets: ResetStore,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly departures: Departures,
  ) {}

  /** Throws `invalid-cursor`. */
  async list(
    { accountId }: UserPrincipal,
    { q, ...page }: PageRequest & { readonly q?: string | undefined },
  ): Promise<Page<Member>> {
    return this.cursors.pageOfRows(
      q === undefined ? `members ${accountId}` : `members ${JSON.stringify([accountId, q])}`,
      page,
      (limit, after) => this.people.listMembers({ accountId, q, limit, after }),
      ({ user }) => user.id,
    );
  }

  /**
   * Takes somebody out of the caller's account; the tokens they had for it and the logins under way are dead at once. Owners may do that, admins to all but
   * owners, and everybody to themselves. Throws `member-not-found`, `forbidden`, `last-owner`.
   */
  async remove(principal: UserPrincipal, userId: string, origin: Origin): Promise<void> {
    const { accountId } = principal;
    const role = await this.getRole(accountId, userId);
    if (userId !== principal.userId) requirePowerOver(principal, role);
    await this.database.write(async () => {
      await this.people.lockUser(userId);
      const left = await this.people.leave(accountId, userId);
      if (left === 'last-owner') throw new Problem('last-owner');
      if (!left) throw new Problem('member-not-found');
      await this.signOuts.fromAccount(userId, accountId);
      await this.resets.removeFor(userId);
      await this.resets.removeBy(userId, accountId);
      await this.audit.record(
        principal,
        { action: 'member.removed', target: userId, details: { role } },
        origin,
      );
    });
    this.departures.departed({ accountId, userId });
  }

  /** Throws `member-not-found`. */
  private async getRole(accountId: string, userId: string): Promise<Role> {
    const memberships = await this.people.listMemberships(userId);
    const membership = membershipIn(memberships, accountId);
    if (membership === undefined) throw new Problem('member-not-found');
    return membership.role;
  }
}
