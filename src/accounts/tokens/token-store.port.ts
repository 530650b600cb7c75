import type { AccessToken, TokenWithStanding } from './access-token.js';

/** Keeps tokens. Nothing here knows a token itself, only its digest. */
export abstract class TokenStore {
  abstract insert(token: AccessToken): Promise<void>;
  /** Inserts unless a token with this digest is there. */
  abstract insertIfNew(token: AccessToken): Promise<void>;
  /** Removes tokens and keys of the account that were revoked or have expired at `now`, beyond the newest `most`. */
  abstract removeDead(accountId: string, now: number, most: number): Promise<void>;
  abstract findByDigest(digest: string): Promise<TokenWithStanding | undefined>;
  /** Those of `ids` that exist. */
  abstract listByIds(ids: readonly string[]): Promise<TokenWithStanding[]>;
  /** Tokens of a user in an account that are not revoked, newest first, older than the id `before`; without those of programs. */
  abstract listOfUser(
    accountId: string,
    userId: string,
    limit: number,
    before?: string,
  ): Promise<AccessToken[]>;
  /** Keys of an app that are not revoked, newest first. */
  abstract listOfApp(accountId: string, appId: string): Promise<AccessToken[]>;
  /** Revokes; `false` when there is no such live token among those that `of` names. */
  abstract revoke(
    id: string,
    of: { readonly accountId: string; readonly userId?: string; readonly appId?: string },
    at: number,
  ): Promise<boolean>;
  /** Revokes the keys of an app for the same client that are older than `key`; their ids. */
  abstract revokeFormer(key: AccessToken, at: number): Promise<string[]>;
  /** Revokes all tokens of a user, in one account or everywhere; their ids. */
  abstract revokeOfUser(userId: string, accountId: string | undefined, at: number): Promise<string[]>;
  /** What tokens of a user in an account may do is to be looked up anew, in all processes; their ids. */
  abstract touchStanding(userId: string, accountId: string): Promise<string[]>;
  /** Revokes all tokens of a grant; their ids. */
  abstract revokeOfGrant(grantId: string, at: number): Promise<string[]>;
  /** Removes the oldest tokens of a grant that has more than `max`; their ids. */
  abstract trimGrant(grantId: string, max: number): Promise<string[]>;
  /** For each of these grants its newest token that is not revoked, if there is one. */
  abstract listNewestOfGrants(grantIds: readonly string[]): Promise<TokenWithStanding[]>;
  /**
   * Removes at most `limit` tokens of programs that ended before `ended`; how many. The newest of a grant stays, by which what it has begun is
   * known to be going on, unless it is from before `made`.
   */
  abstract removeOldOfGrants(
    before: { readonly ended: number; readonly made: number },
    limit: number,
  ): Promise<number>;
  /** Moves `lastUsedAt` on, never back. */
  abstract touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void>;
  /** Keeps a token under another digest of the same text. */
  abstract changeDigest(id: string, digest: string): Promise<void>;
  /** How many tokens that are not revoked have a digest made with another key than these. */
  abstract countOfOtherKeys(keyIds: readonly string[]): Promise<number>;
  /** How many live tokens were made with one of these keys. */
  abstract countOfKeys(keyIds: readonly string[]): Promise<number>;
  /** Removes tokens of the source `bootstrap` other than the one with this digest; the ids of those removed. */
  abstract removeOtherBootstrap(digest: string | undefined): Promise<string[]>;
  /** The last use of any token of each grant, as far as it is written down. */
  abstract lastUsesOfGrants(grantIds: readonly string[]): Promise<(readonly [grantId: string, at: number])[]>;
}
