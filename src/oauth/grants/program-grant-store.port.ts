import type { GrantFamily } from './grant-family.js';
import type { ProgramGrant } from './program-grant.js';

/** The parts of a grant that change. */
export type ProgramGrantChange = Partial<
  Pick<
    ProgramGrant,
    'program' | 'resource' | 'address' | 'servers' | 'apps' | 'scopes' | 'lastUsedAt' | 'expiresAt'
  >
>;

/** Keeps what programs were granted, and the families of their refresh tokens. */
export abstract class ProgramGrantStore {
  abstract insert(grant: ProgramGrant): Promise<void>;
  abstract change(id: string, change: ProgramGrantChange): Promise<void>;
  /** Removes grants with their families. */
  abstract remove(ids: readonly string[]): Promise<void>;
  /** The one with the `identityOf` it. */
  abstract findByIdentity(identity: string): Promise<ProgramGrant | undefined>;
  abstract find(id: string): Promise<ProgramGrant | undefined>;
  /** Reads a grant for changing it in the transaction that is open: others wait. */
  abstract lock(id: string): Promise<ProgramGrant | undefined>;
  /** Of a client, let in by a person, that live at `now`. */
  abstract listOfClient(userId: string, clientId: string, now: number): Promise<ProgramGrant[]>;
  /** Whether anyone has authorized a client, in a grant that lives at `now`. */
  abstract hasClient(clientId: string, now: number): Promise<boolean>;
  /** That live at `now`, of an account or of one person in it, newest first, before the id `before`. */
  abstract list(
    of: { readonly accountId: string; readonly userId?: string },
    now: number,
    limit: number,
    before?: string,
  ): Promise<ProgramGrant[]>;
  /** Ids of all grants of a user, in one account or in all. */
  abstract listIds(userId: string, accountId?: string): Promise<string[]>;
  abstract insertFamily(family: GrantFamily): Promise<void>;
  abstract findFamily(handleDigests: readonly string[]): Promise<GrantFamily | undefined>;
  /** Reads a family for changing it in the transaction that is open. */
  abstract lockFamily(id: string): Promise<GrantFamily | undefined>;
  abstract changeFamily(
    id: string,
    change: Partial<Pick<GrantFamily, 'secretDigest' | 'formerDigest' | 'rotatedAt' | 'expiresAt'>>,
  ): Promise<void>;
  /** Oldest first. */
  abstract listFamilies(grantId: string): Promise<GrantFamily[]>;
  abstract removeFamilies(ids: readonly string[]): Promise<void>;
  /** Removes at most `limit` grants and as many families that ended before; whether there may be more. */
  abstract removeExpired(before: number, limit: number): Promise<boolean>;
}
