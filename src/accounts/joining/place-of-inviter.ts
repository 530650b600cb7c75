import { membershipIn, type Membership } from '../people/person.js';
import type { Invitation } from './invitation-store.port.js';

/**
 * The account of an invitation, if whoever made it may invite to as much today: not once they have left, and with a lower role to no more than
 * that role gives. What the operator vouches for takes an owner.
 */
export function placeOfInviter(
  memberships: readonly Membership[],
  { accountId, role, vouched }: Pick<Invitation, 'accountId' | 'role' | 'vouched'>,
): Membership | undefined {
  const place = membershipIn(memberships, accountId);
  const needsOwner = role === 'owner' || vouched;
  return place?.role === 'owner' || (place?.role === 'admin' && !needsOwner) ? place : undefined;
}
