import type { ConnectionOwner } from '../../../kernel/caller.js';
import type { Credential } from './credential.js';

/** What of a credential can change; a member that is there and `undefined` is emptied, and no `wantedScopes` are an empty list. */
export type CredentialChanges = Partial<Omit<Credential, 'id' | 'serverId' | 'owner' | 'appId' | 'version'>>;

/** Whose credentials are looked for: of a person and their account, or what the operator holds for all. */
export interface CredentialFilter {
  readonly accountId: string;
  readonly userId: string | undefined;
  /** Those of the account and its apps, too. */
  readonly ofAccount: boolean;
  /** Those that the operator holds for all accounts, too. */
  readonly ofOperator: boolean;
}

/** What other processes hear of a credential: there is another token, it was connected, somebody must connect, it is gone. */
export type CredentialNews = 'renewed' | 'connected' | 'needs_auth' | 'removed';

/** Keeps credentials; one for each server and owner. */
export abstract class CredentialStore {
  abstract find(serverId: string, owner: ConnectionOwner): Promise<Credential | undefined>;
  abstract findById(id: string): Promise<Credential | undefined>;
  /** By id, oldest first, at most `limit`. */
  abstract list(filter: CredentialFilter, limit: number): Promise<readonly Credential[]>;
  /** Ids and versions of those that are there. */
  abstract versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  abstract count(accountId: string): Promise<number>;
  /** By id, all that go away with an app. */
  abstract listOfApp(appId: string): Promise<readonly Credential[]>;
  /** Keeps a new one; `false` when the owner has one there by now. */
  abstract insert(credential: Credential): Promise<boolean>;
  /** Changes it if `version` is the present one, and counts on; `news` goes to the other processes. */
  abstract change(
    id: string,
    version: number,
    changes: CredentialChanges,
    news?: Exclude<CredentialNews, 'removed'>,
  ): Promise<boolean>;
  /** Whether it was there. */
  abstract remove(id: string): Promise<boolean>;
  /** Nobody renews anything: for who knows that no other process is there. */
  abstract releaseAll(): Promise<void>;
  /** Those of people who are not in the account any more. */
  abstract listLeft(limit: number): Promise<readonly Credential[]>;
  /** Those that were not sealed with this key, by id, after `after`. */
  abstract listOfOtherKeys(keyId: string, after: string, limit: number): Promise<readonly Credential[]>;
  /** Keeps the same tokens sealed anew, unless there are others by now; the version stays, since whoever renews it goes by that. */
  abstract reseal(id: string, before: string, sealed: string): Promise<boolean>;
}
