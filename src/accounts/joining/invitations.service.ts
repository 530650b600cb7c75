import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import { isOperator, type Role, type UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { placeOfInviter } from './place-of-inviter.js';
import { InvitationStore, type Invitation } from './invitation-store.port.js';
import { coversInvitation } from './invitation-authority.js';
import { requireOperator } from '../people/member-rules.js';
import { People } from '../people/people.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { isVerified, normalEmail, type Account, type User } from '../people/person.js';
import { randomBase62 } from '../tokens/token-format.js';

const day = 86_400_000;
const purpose = 'invitation';

/** Whom to invite: into the caller's account with a role, or as owner of a new one. */
export interface Invited {
  readonly email: string;
  readonly role?: Role | undefined;
  readonly newAccount?: { readonly name: string } | undefined;
}

/** What the invited person is told. */
export interface OpenInvitation {
  readonly invitation: Invitation;
  /** The one that invites. */
  readonly account: Account;
  readonly accountName: string;
  readonly inviter: User;
}

/** Invites people and shows them what they are invited to. */
@Injectable()
export class Invitations {
  constructor(
    private readonly store: InvitationStore,
    private readonly people: PeopleStore,
    private readonly known: People,
    private readonly audit: Audit,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The link to send to the invited person. Throws `forbidden` for what the caller may not give, `already-member`, `too-many-members`. */
  async create(
    principal: UserPrincipal,
    { email: given, role: asked, newAccount }: Invited,
    origin: Origin,
  ): Promise<{ id: string; url: string; expiresAt: number }> {
    const role = newAccount === undefined ? (asked ?? 'member') : 'owner';
    if (newAccount !== undefined) requireOperator(principal);
    if (newAccount === undefined && role === 'owner' && principal.role !== 'owner')
      throw new Problem('forbidden', 'Only an owner can make somebody else an owner.');
    const email = normalEmail(given);
    if (newAccount === undefined && (await this.known.isMember(email, principal.accountId)))
      throw new Problem('already-member');
    const code = randomBase62(32);
    const now = this.clock.now();
    await this.requireRoom(principal.accountId, now);
    const invitation: Invitation = {
      id: newId('inv'),
      accountId: principal.accountId,
      newAccountName: newAccount?.name ?? null,
      ...{ email, role, vouched: isOperator(principal) },
      codeDigest: this.keyring.digest(purpose, code),
      invitedBy: principal.userId,
      createdAt: now,
      expiresAt: now + this.config.values.INVITATION_DAYS * day,
    };
    await this.store.replace(invitation);
    const details = { email, role, ...(newAccount === undefined ? {} : { newAccount: newAccount.name }) };
    await this.audit.record(
      principal,
      { action: 'invitation.created', target: invitation.id, details },
      origin,
    );
    const { id, expiresAt } = invitation;
    return { id, url: `${this.config.publicUrl}/invite?code=${code}`, expiresAt };
  }

  /** What a code stands for. Throws `link-expired`. */
  async get(code: string): Promise<OpenInvitation> {
    const invitation = await this.stored(code);
    if (invitation === undefined || invitation.expiresAt <= this.clock.now())
      throw new Problem('link-expired');
    const inviter = await this.people.findUser(invitation.invitedBy);
    const place = placeOfInviter(await this.people.listMemberships(invitation.invitedBy), invitation);
    if (inviter === undefined || place === undefined) throw new Problem('link-expired');
    const { account } = place;
    return { invitation, account, accountName: invitation.newAccountName ?? account.name, inviter };
  }

  /**
   * Whether somebody who is signed in may accept as the user that they are: the address must be theirs, and not only claimed. A provider that they
   * signed in at must speak for them in the account.
   */
  isFor(
    { user, provider: id }: { readonly user: User; readonly provider: string | null },
    { invitation, account }: OpenInvitation,
  ): boolean {
    if (!isVerified(user) || user.email !== invitation.email) return false;
    if (id === null) return true;
    const provider = this.config.values.OIDC_PROVIDERS.find((one) => one.id === id);
    return provider !== undefined && coversInvitation(provider, user, invitation, account);
  }

  private async requireRoom(accountId: string, now: number): Promise<void> {
    const { ACCOUNT_MEMBERS: most } = this.config.values;
    const [members, open] = [
      await this.people.countMembers(accountId),
      await this.store.countOf(accountId, now),
    ];
    if (members + open < most) return;
    throw new Problem(
      'too-many-members',
      `The account has ${String(members)} members and ${String(open)} open invitations (ACCOUNT_MEMBERS).`,
      { members: { limit: 'ACCOUNT_MEMBERS' } },
    );
  }

  private async stored(code: string): Promise<Invitation | undefined> {
    for (const digest of this.keyring.digests(purpose, code)) {
      const found = await this.store.find(digest);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
