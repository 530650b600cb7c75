/** A registration of ours at an authorization server. Times in milliseconds since the epoch. */
export interface UpstreamClient {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly clientId: string;
  /** What it registered with, sealed: the secret is among it. */
  readonly sealed: string;
  readonly createdAt: number;
  /** When its secret ends; `undefined`: never. */
  readonly expiresAt: number | undefined;
}

type Key = Pick<UpstreamClient, 'issuer' | 'redirectUri'>;

/** Keeps our registrations: one for each issuer and return address, shared by all accounts. */
export abstract class UpstreamClientStore {
  abstract find(key: Key): Promise<UpstreamClient | undefined>;
  /** Whatever return address it was registered with: PUBLIC_URL may have been another one. */
  abstract findByClient(issuer: string, clientId: string): Promise<UpstreamClient | undefined>;
  /** Keeps it unless there is another one by now; says which is there. */
  abstract insert(client: UpstreamClient): Promise<UpstreamClient>;
  /** Forgets this one; one that has taken its place stays. */
  abstract remove(issuer: string, clientId: string): Promise<void>;
  /** Those from before `before` that no credential is of; at most `limit`. How many it were. */
  abstract removeUnused(before: number, limit: number): Promise<number>;
  /** Those that were not sealed with this key. */
  abstract listOfOtherKeys(keyId: string): Promise<readonly UpstreamClient[]>;
  /** Keeps the same registration sealed anew, unless there is another one by now. */
  abstract reseal(client: UpstreamClient, sealed: string): Promise<void>;
}
