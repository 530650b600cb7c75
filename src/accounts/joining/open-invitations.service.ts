import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Cursors } from '../../platform/security/cursors.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { requirePowerOver } from '../people/member-rules.js';
import { PeopleStore } from '../people/people-store.port.js';
import { placeOfInviter } from './place-of-inviter.js';
import { InvitationStore, type Invitation } from './invitation-store.port.js';

/** Invitations that nobody has accepted yet. */
@Injectable()
export class OpenInvitations {
  constructor(
    private readonly store: InvitationStore,
    private readonly people: PeopleStore,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Without those of people who may invite so no more, whose links are void. Throws `invalid-cursor`. */
  async list({ accountId }: UserPrincipal, page: PageRequest): Promise<Page<Invitation>> {
    const now = this.clock.now();
    const { items, ...rest } = await this.cursors.pageOfRows(
      `invitations ${accountId}`,
      page,
      (limit, after) => this.store.listOf({ accountId, now }, limit, after),
      ({ id }) => id,
    );
    const places = await this.people.listMembershipsOf([...new Set(items.map(({ invitedBy }) => invitedBy))]);
    const isGood = (invitation: Invitation) =>
      placeOfInviter(places.get(invitation.invitedBy) ?? [], invitation) !== undefined;
    return { items: items.filter(isGood), ...rest };
  }

  /** From now on its link is void. Throws `invitation-not-found`, also for those of other accounts, `forbidden`. */
  async revoke(principal: UserPrincipal, id: string, origin: Origin): Promise<void> {
    await this.database.write(async () => {
      const invitation = await this.store.findById(id);
      if (invitation?.accountId !== principal.accountId) throw new Problem('invitation-not-found');
      requirePowerOver(principal, invitation.role);
      if (!(await this.store.take(id))) throw new Problem('invitation-not-found');
      await this.audit.record(principal, { action: 'invitation.revoked', target: id }, origin);
    });
  }
}
