import type { AuthorizationCode } from './authorization-code.js';

/** Keeps authorization codes. */
export abstract class CodeStore {
  abstract insert(code: AuthorizationCode): Promise<void>;
  abstract find(digests: readonly string[]): Promise<AuthorizationCode | undefined>;
  /** Reads a code for changing it in the transaction that is open: others wait. */
  abstract lock(id: string): Promise<AuthorizationCode | undefined>;
  abstract change(
    id: string,
    change: Partial<Pick<AuthorizationCode, 'usedAt' | 'grantId' | 'wrongVerifiers'>>,
  ): Promise<void>;
  /** Removes the codes of a user, for one account or for all. */
  abstract removeOf(userId: string, accountId?: string): Promise<void>;
  /** Removes at most `limit` that expired before; whether there may be more. */
  abstract removeExpired(before: number, limit: number): Promise<boolean>;
}
