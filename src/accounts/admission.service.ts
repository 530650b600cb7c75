import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/id.js';
import { Problem } from '../kernel/problem.js';
import { slugOf } from '../kernel/slug.js';
import { Database } from '../platform/database/database.js';
import { Audit, type Origin } from './audit.service.js';
import { InvitationStore } from './invitation-store.port.js';
import type { OpenInvitation } from './invitations.service.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from './people-store.port.js';
import type { User } from './person.js';

/** Leaves room for what tells apart two accounts of one name. */
const maxSlugLength = 50;

/** Lets invited people in. */
@Injectable()
export class Admission {
  constructor(
    private readonly invitations: InvitationStore,
    private readonly people: PeopleStore,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts an invitation: a new user takes `name` and `password`, one who is known proves to be that user with the password.
   * `undefined` when that is wrong. Throws `link-expired` when the invitation was accepted meanwhile.
   */
  async accept(
    { invitation, user: known }: OpenInvitation,
    { name, password }: { readonly name: string; readonly password: string },
    origin: Origin,
  ): Promise<User | undefined> {
    if (known !== undefined && !(await this.passwords.matches(password, known.passwordHash)))
      return undefined;
    const passwordHash = known?.passwordHash ?? (await this.passwords.hash(password));
    const user = known ?? { id: newId('usr'), email: invitation.email, name, passwordHash, securedAt: null };
    return this.database.write(async () => {
      const now = this.clock.now();
      if (!(await this.invitations.take(invitation.id))) throw new Problem('link-expired');
      if (known === undefined) await this.people.insertUser(user, now);
      const accountId =
        invitation.newAccountName === null
          ? invitation.accountId
          : await this.foundAccount(invitation.newAccountName, now);
      await this.people.join(accountId, user.id, invitation.role, now);
      const happening = { action: 'invitation.accepted', target: invitation.id, userId: user.id };
      await this.audit.append({ accountId, ...happening, details: { role: invitation.role } }, origin);
      return user;
    });
  }

  private async foundAccount(name: string, now: number): Promise<string> {
    const id = newId('acc');
    const slug = slugOf(name, maxSlugLength) ?? 'account';
    const free = (await this.people.isSlugTaken(slug)) ? `${slug}-${id.slice(-6)}` : slug;
    await this.people.insertAccount({ id, slug: free, name, operator: false }, now);
    return id;
  }
}
