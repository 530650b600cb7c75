import { Injectable } from '@nestjs/common';
import { PeopleStore } from './people-store.port.js';
import {
  everywhere,
  isVerified,
  membershipIn,
  type Member,
  type Membership,
  type MemberSearch,
  type User,
} from './person.js';

/** What is known of somebody at this moment. */
export interface Known {
  readonly user: User;
  /** Oldest first. */
  readonly memberships: readonly Membership[];
}

/**
 * The place in an account of somebody who decided something at `since`; `undefined` when it may not count any more, because they have left the
 * account since, if only for a while, or their password has changed.
 */
export function membershipSince(
  known: Known | undefined,
  accountId: string,
  since: number,
): Membership | undefined {
  const membership = known && membershipIn(known.memberships, accountId);
  const isUnbroken = (membership?.joinedAt ?? 0) <= since && (known?.user.securedAt ?? 0) <= since;
  return isUnbroken ? membership : undefined;
}

/** Users by id. */
@Injectable()
export class People {
  constructor(private readonly store: PeopleStore) {}

  /** Whether there is an account beside the operator's. */
  hasTenants(): Promise<boolean> {
    return this.store.hasTenants();
  }

  /** Whether somebody in the account has the address, verified: one that is only claimed keeps nobody out. */
  async isMember(email: string, accountId: string): Promise<boolean> {
    const user = await this.store.findUserInRealm(email, everywhere);
    if (user === undefined) return false;
    return membershipIn(await this.store.listMemberships(user.id), accountId) !== undefined;
  }

  /** Who in the account has the address: the one who has verified it, else the first who claims it. */
  async findMember(
    email: string,
    accountId: string,
  ): Promise<(Membership & { readonly user: User }) | undefined> {
    const users = await this.store.listUsersByEmail(email);
    for (const user of [...users.filter(isVerified), ...users.filter((one) => !isVerified(one))]) {
      const membership = membershipIn(await this.store.listMemberships(user.id), accountId);
      if (membership !== undefined) return { ...membership, user };
    }
    return undefined;
  }

  /** People of an account, by user id. */
  search(search: MemberSearch): Promise<Member[]> {
    return this.store.listMembers(search);
  }

  /** Those of `userIds` that are in an account. */
  among(accountId: string, userIds: readonly string[]): Promise<Member[]> {
    return this.store.listMembersAmong(accountId, userIds);
  }

  /** Addresses by user id, of those who are still known. */
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.store.emailsOf(userIds);
  }

  /** Everybody who has the address, in whichever account. */
  async idsOf(email: string): Promise<string[]> {
    return (await this.store.listUsersByEmail(email.toLowerCase())).map(({ id }) => id);
  }

  /** Until the transaction that is open ends, nobody changes the password or takes the user out of an account. */
  async hold(userId: string): Promise<Known | undefined> {
    await this.store.lockUser(userId);
    const user = await this.store.findUser(userId);
    return user && { user, memberships: await this.store.listMemberships(userId) };
  }

  /** What people see of somebody and the account; `undefined` for one who is not in it. */
  async findPlace(
    userId: string,
    accountId: string,
  ): Promise<(Membership & { readonly user: User }) | undefined> {
    const user = await this.store.findUser(userId);
    const membership = membershipIn(await this.store.listMemberships(userId), accountId);
    return user === undefined || membership === undefined ? undefined : { ...membership, user };
  }
}
