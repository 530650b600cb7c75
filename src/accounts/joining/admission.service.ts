import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import { Problem } from '../../kernel/problems/problem.js';
import { slugOf } from '../../kernel/text/slug.js';
import { Database } from '../../platform/database/database.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { placeOfInviter } from './place-of-inviter.js';
import { InvitationStore, type Invitation } from './invitation-store.port.js';
import { Passwords } from '../sign-in/passwords.service.js';
import { People } from '../people/people.service.js';
import { Newcomers } from '../people/newcomers.repository.js';
import { OperatorJoins } from '../people/operator-joins.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { everywhere, type User } from '../people/person.js';
import { ResetStore } from '../resets/reset-store.port.js';

/** Leaves room for what tells apart two accounts of one name. */
const maxSlugLength = 50;

/** Lets invited people in. */
@Injectable()
export class Admission {
  constructor(
    private readonly invitations: InvitationStore,
    private readonly people: PeopleStore,
    private readonly newcomers: Newcomers,
    private readonly joins: OperatorJoins,
    private readonly resets: ResetStore,
    private readonly known: People,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts an invitation as a new user, whoever else has the address elsewhere. Throws `link-expired` when it was accepted meanwhile,
   * or its maker may invite so no more, `already-member`, `overloaded`.
   */
  async acceptAsNew(
    invitation: Invitation,
    { name, password }: { readonly name: string; readonly password: string },
    origin: Origin,
  ): Promise<User> {
    const passwordHash = await this.passwords.hash(password);
    return this.admit(invitation, origin, async (accountId, now) => {
      const { email } = invitation;
      if (await this.known.isMember(email, accountId)) throw new Problem('already-member');
      const realm = await this.realmFor(invitation, accountId);
      const former = await this.people.findUserInRealm(email, realm);
      // Whoever left, or only claimed the address, is another user: no link of the account reaches what that one has elsewhere.
      if (former !== undefined) await this.people.updateUser(former.id, { realm: former.id });
      const user = { id: newId('usr'), ...{ email, realm, name, passwordHash }, securedAt: null };
      await this.people.insertUser(user, now);
      return user;
    });
  }

  /** Accepts it as somebody who is signed in, and has the address. Throws `link-expired`. */
  acceptAs(user: User, invitation: Invitation, origin: Origin): Promise<User> {
    return this.admit(invitation, origin, () => Promise.resolve(user));
  }

  private admit(
    invitation: Invitation,
    origin: Origin,
    userOf: (accountId: string, now: number) => Promise<User>,
  ): Promise<User> {
    return this.database.write(async () => {
      const now = this.clock.now();
      await this.newcomers.takeTurn();
      const inviter = await this.people.listMemberships(invitation.invitedBy);
      const place = placeOfInviter(inviter, invitation);
      if (place === undefined) throw new Problem('link-expired');
      if (!(await this.invitations.take(invitation.id))) throw new Problem('link-expired');
      const accountId =
        invitation.newAccountName === null
          ? invitation.accountId
          : await this.foundAccount(invitation.newAccountName, now);
      const user = await userOf(accountId, now);
      await this.people.join(accountId, user.id, invitation.role, now);
      await this.resets.removeFor(user.id);
      const happening = { action: 'invitation.accepted', target: invitation.id, userId: user.id };
      await this.audit.append({ accountId, ...happening, details: { role: invitation.role } }, origin);
      if (accountId === place.account.id && place.account.operator) await this.joins.joined(user.id, origin);
      return user;
    });
  }

  /** Only the operator vouches for addresses, and for each once: others are known in their account alone. */
  private async realmFor({ vouched, email }: Invitation, accountId: string): Promise<string> {
    const isFree = vouched && (await this.people.findUserInRealm(email, everywhere)) === undefined;
    return isFree ? everywhere : accountId;
  }

  private async foundAccount(name: string, now: number): Promise<string> {
    const id = newId('acc');
    const slug = slugOf(name, maxSlugLength) ?? 'account';
    const free = (await this.people.isSlugTaken(slug)) ? `${slug}-${id.slice(-6)}` : slug;
    await this.people.insertAccount({ id, slug: free, name, operator: false }, now);
    return id;
  }
}
