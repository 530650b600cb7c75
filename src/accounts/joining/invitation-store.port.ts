import type { Role } from '../../kernel/principal.js';

/** An open invitation. Times in milliseconds since the epoch. */
export interface Invitation {
  readonly id: string;
  /** The account to join, or the one that invites to found `newAccountName`. */
  readonly accountId: string;
  readonly newAccountName: string | null;
  readonly email: string;
  readonly role: Role;
  /** The operator says that the address is that person's. */
  readonly vouched: boolean;
  readonly codeDigest: string;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps invitations until they are accepted, replaced or expired. */
export abstract class InvitationStore {
  /** Inserts in place of earlier ones of the same kind to the same person; removes what has expired by then. */
  abstract replace(invitation: Invitation): Promise<void>;
  abstract find(codeDigest: string): Promise<Invitation | undefined>;
  abstract findById(id: string): Promise<Invitation | undefined>;
  /** Those of an account that are open at `now`, the newest first, after the id `after`. */
  abstract listOf(
    of: { readonly accountId: string; readonly now: number },
    limit: number,
    after?: string,
  ): Promise<Invitation[]>;
  /** Those of an account that are open at `now`. */
  abstract countOf(accountId: string, now: number): Promise<number>;
  /** Removes it; `false` when somebody was faster. */
  abstract take(id: string): Promise<boolean>;
}
