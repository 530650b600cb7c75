import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { PeopleStore } from './people-store.port.js';
import type { Account, AccountChange, AccountSettings } from './person.js';

/** What an account has decided for its people. */
@Injectable()
export class AccountRules {
  constructor(
    private readonly people: PeopleStore,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** Throws `unauthorized` when the account has just gone. */
  async get({ accountId }: UserPrincipal): Promise<Account & AccountSettings> {
    const account = await this.people.findAccount(accountId);
    const settings = await this.people.findSettings(accountId);
    if (account === undefined || settings === undefined) throw new Problem('unauthorized');
    return { ...account, ...settings };
  }

  /** Throws `unauthorized`. */
  async change(
    principal: UserPrincipal,
    change: AccountChange,
    origin: Origin,
  ): Promise<Account & AccountSettings> {
    const { accountId } = principal;
    await this.database.write(async () => {
      await this.people.changeSettings(accountId, change);
      await this.audit.record(
        principal,
        { action: 'account.changed', target: accountId, details: { ...change } },
        origin,
      );
    });
    return this.get(principal);
  }

  /** Throws `forbidden` when this person may not change configs and secrets. */
  async requireConfigAccess({ accountId, role }: UserPrincipal): Promise<void> {
    if (role !== 'member') return;
    const settings = await this.people.findSettings(accountId);
    if (settings?.configAccess !== 'members')
      throw new Problem(
        'forbidden',
        'Members of this account cannot change configs and secrets. Ask an owner or admin to make the change, or an owner to set configAccess to "members".',
      );
  }
}
