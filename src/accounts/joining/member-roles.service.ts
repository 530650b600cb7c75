import { Injectable } from '@nestjs/common';
import type { Role, UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { OpenWork } from '../../platform/http/open-work.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { requirePowerOver } from '../people/member-rules.js';
import { PeopleStore } from '../people/people-store.port.js';
import { higherRole, type Member, type RoleOrigin } from '../people/person.js';
import { ResetStore } from '../resets/reset-store.port.js';
import { Sessions } from '../sessions/sessions.service.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';

/** The roles of people who are in an account. */
@Injectable()
export class MemberRoles {
  constructor(
    private readonly people: PeopleStore,
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly resets: ResetStore,
    private readonly audit: Audit,
    private readonly open: OpenWork,
    private readonly database: Database,
  ) {}

  /**
   * Gives somebody another role: owners to everybody, admins to all but owners and not that of an owner. What the person has open with the
   * former one ends. Throws `member-not-found`, `forbidden`, `last-owner`, `role-by-rule`.
   */
  async change(principal: UserPrincipal, userId: string, role: Role, origin: Origin): Promise<Member> {
    const { accountId } = principal;
    await this.database.write(async () => {
      await this.people.lockUser(userId);
      const present = await this.people.lockRole(accountId, userId);
      if (present === undefined) throw new Problem('member-not-found');
      requirePowerOver(principal, present.role);
      requirePowerOver(principal, role);
      if (present.role === role) return;
      requireNoRule(present, role);
      if (!(await this.people.giveRole(accountId, userId, role))) throw new Problem('last-owner');
      await this.tokens.standingChanged(userId, accountId);
      await this.sessions.leaveAccount(userId);
      // Whoever made a link had power over the person, or the right to make it, as the roles were then.
      await this.resets.removeFor(userId);
      await this.resets.removeBy(userId, accountId);
      const details = { role, former: present.role };
      await this.audit.record(principal, { action: 'member.changed', target: userId, details }, origin);
    });
    this.open.endSessions(
      (one) =>
        one.kind === 'user' && one.userId === userId && one.accountId === accountId && one.role !== role,
    );
    const member = await this.people.findMember(accountId, userId);
    if (member === undefined) throw new Problem('member-not-found');
    return member;
  }
}

/** Throws `role-by-rule` where rules of issuers alone decide, or give more than is wanted. */
function requireNoRule({ given, byRules }: RoleOrigin, role: Role): void {
  if (given !== undefined && higherRole(byRules, role) === role) return;
  throw new Problem('role-by-rule', `A rule of an issuer makes this person ${byRules ?? 'what they are'}.`);
}
