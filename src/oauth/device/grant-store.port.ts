import type { DeviceGrant, GrantChange, GrantState } from './device-grant.js';

/** Wrong device codes that a user has entered: how many since when (milliseconds since the epoch). */
export interface CodeEntries {
  readonly wrong: number;
  readonly since: number;
}

/** Keeps device grants, and counts wrong codes. */
export abstract class GrantStore {
  /** Inserts, and removes those that expired before `forgetBefore`. */
  abstract insert(grant: DeviceGrant, forgetBefore: number): Promise<void>;
  abstract isUserCodeTaken(userCodeDigest: string): Promise<boolean>;
  abstract findByDeviceCode(deviceCodeDigest: string): Promise<DeviceGrant | undefined>;
  abstract findByUserCode(userCodeDigest: string): Promise<DeviceGrant | undefined>;
  /** Reads a grant for changing it in the transaction that is open: others wait. */
  abstract lock(id: string): Promise<DeviceGrant | undefined>;
  /** Changes a grant that is still in the state `from`; `false` when it is not. */
  abstract change(id: string, from: GrantState, change: GrantChange): Promise<boolean>;
  /** Denies what a user approved and no token was given out for, in one account or in all. */
  abstract denyApprovedOf(userId: string, accountId?: string): Promise<void>;
  abstract findEntries(userId: string): Promise<CodeEntries>;
  /** The same for changing them in the transaction that is open. */
  abstract lockEntries(userId: string): Promise<CodeEntries>;
  abstract saveEntries(userId: string, entries: CodeEntries): Promise<void>;
}
