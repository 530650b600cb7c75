import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/people/accounts.service.js';
import type { Principal } from '../../kernel/principal.js';
import type { CallReach } from '../../platform/calls/call-filter.js';

/** Owners and admins see their account, members what they asked themselves, a key what keys of its app asked, operators any account. */
@Injectable()
export class RecordReaders {
  constructor(private readonly accounts: Accounts) {}

  /** Throws `account-not-found`. */
  async reachOf(principal: Principal, account: string | undefined): Promise<CallReach> {
    const accountId = await this.accounts.getMeant(principal, account);
    if (principal.kind === 'app') return { accountId, keysOf: principal.appId };
    const isOwn = accountId === principal.accountId && principal.role === 'member';
    return isOwn ? { accountId, userId: principal.userId } : { accountId };
  }
}
