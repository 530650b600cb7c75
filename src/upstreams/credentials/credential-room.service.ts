import { Injectable } from '@nestjs/common';
import type { ConnectionOwner } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { everyAccount } from './credential-owner.js';
import { CredentialStore } from './store/credential-store.port.js';

const retryAfterMs = 60_000;

/** Bounds how many credentials an account keeps. */
@Injectable()
export class CredentialRoom {
  constructor(
    private readonly store: CredentialStore,
    private readonly usage: AccountUsage,
    private readonly config: Config,
  ) {
    usage.show({
      name: 'credentials',
      variable: 'ACCOUNT_CREDENTIALS',
      unit: 'count',
      max: config.values.ACCOUNT_CREDENTIALS,
      used: (accountId) => store.count(accountId),
    });
  }

  /** Throws `overloaded`, which names the limit, when there is no room for one more. */
  async require({ accountId }: ConnectionOwner): Promise<void> {
    // The operator's: as many as the file has servers.
    if (accountId === everyAccount) return;
    const { ACCOUNT_CREDENTIALS } = this.config.values;
    if ((await this.store.count(accountId)) < ACCOUNT_CREDENTIALS) return;
    this.usage.refused('credentials');
    throw new Problem(
      'overloaded',
      'The account has as many connections to servers that want OAuth as it may have (ACCOUNT_CREDENTIALS): end one.',
      { retryAfterMs, members: { limit: 'ACCOUNT_CREDENTIALS' } },
    );
  }
}
