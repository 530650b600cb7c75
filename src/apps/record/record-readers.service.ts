import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/people/accounts.service.js';
import type { Principal } from '../../kernel/principal.js';

/** What of an account's record somebody may see; without `userId` and `keysOf`, all. */
export interface RecordReach {
  readonly accountId: string;
  /** Only what this person asked. */
  readonly userId?: string;
  /** Only what keys of this app asked. */
  readonly keysOf?: string;
}

/** Owners and admins see their account, members what they asked themselves, a key what keys of its app asked, operators any account. */
@Injectable()
export class RecordReaders {
  constructor(private readonly accounts: Accounts) {}

  /** Throws `account-not-found`. */
  async reachOf(principal: Principal, account: string | undefined): Promise<RecordReach> {
    const accountId = await this.accounts.getMeant(principal, account);
    if (principal.kind === 'app') return { accountId, keysOf: principal.appId };
    const isOwn = accountId === principal.accountId && principal.role === 'member';
    return isOwn ? { accountId, userId: principal.userId } : { accountId };
  }
}
