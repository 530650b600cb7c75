import type { Role } from '../../../src/kernel/principal.js';
import { newId } from '../../../src/kernel/id.js';
import { AccountEntity } from '../../../src/accounts/people/account.entity.js';
import { MembershipEntity } from '../../../src/accounts/people/membership.entity.js';
import { UserEntity } from '../../../src/accounts/people/user.entity.js';
import { AppEntity } from '../../../src/apps/app/app.entity.js';
import type { Database } from '../../../src/platform/database/database.js';

/** A time in milliseconds that does not fit 32 bits. */
export const now = 1_790_000_000_123;

/** Text with quotes, wildcards of LIKE, and characters of one to four bytes. */
export const oddText = `Ünï "double" 'single' \\ % _ 漢字 🦊\u2028\t\n`;

/** JSON in which escapes, numbers and empty values must stay as they are. */
export const oddJson = {
  text: oddText,
  nul: 'a\u0000b',
  loneSurrogate: '\ud83e',
  largest: Number.MAX_SAFE_INTEGER,
  smallest: 5e-324,
  fraction: 0.1,
  none: null,
  empty: [{}, [], ''],
  nested: { 1: [true, false, { deep: [[null]] }] },
};

/** Makes accounts, people and apps, which the rows under test refer to. Each returns the new id. */
export class StoredRows {
  constructor(private readonly database: Database) {}

  async account(values: Partial<AccountEntity> = {}): Promise<string> {
    const id = newId('acc');
    const row = {
      ...{ id, slug: id.replace('_', '-'), name: 'Account', operator: false },
      ...{ configAccess: 'members' as const, requireSecondFactor: false, createdAt: now },
    };
    await this.database.write((manager) => manager.insert(AccountEntity, { ...row, ...values }));
    return id;
  }

  async user(values: Partial<UserEntity> = {}): Promise<string> {
    const id = newId('usr');
    const row = {
      ...{ id, email: `${id}@example.com`, realm: '', name: 'Person', passwordHash: null },
      ...{ setupCodeDigest: null, securedAt: null, createdAt: now },
    };
    await this.database.write((manager) => manager.insert(UserEntity, { ...row, ...values }));
    return id;
  }

  async membership(accountId: string, userId: string, role: Role = 'member'): Promise<void> {
    const row = { accountId, userId, role, givenRole: role, asleep: false, createdAt: now };
    await this.database.write((manager) => manager.insert(MembershipEntity, row));
  }

  /** A new user in the account. */
  async member(accountId: string, role: Role = 'member'): Promise<string> {
    const userId = await this.user();
    await this.membership(accountId, userId, role);
    return userId;
  }

  async app(accountId: string, values: Partial<AppEntity> = {}): Promise<string> {
    const id = newId('app');
    const row = {
      ...{ id, accountId, slug: id.replace('_', '-'), name: 'App', description: '' },
      ...{ configVersion: 1, revision: 1, createdAt: now, updatedAt: now },
    };
    await this.database.write((manager) => manager.insert(AppEntity, { ...row, ...values }));
    return id;
  }
}
