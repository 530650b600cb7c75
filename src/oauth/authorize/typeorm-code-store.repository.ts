import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Agreement } from '../grants/program-grant.js';
import { AuthorizationCodeEntity } from './authorization-code.entity.js';
import type { AuthorizationCode } from './authorization-code.js';
import { CodeStore } from './code-store.port.js';

@Injectable()
export class TypeormCodeStore extends CodeStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert({ agreement, ...code }: AuthorizationCode): Promise<void> {
    const { userId, accountId } = agreement;
    const row = { ...code, userId, accountId, agreement: JSON.stringify(agreement) };
    await this.database.write((manager) => manager.insert(AuthorizationCodeEntity, row));
  }

  async find(digests: readonly string[]): Promise<AuthorizationCode | undefined> {
    const row = await this.database.manager.findOneBy(AuthorizationCodeEntity, { digest: In(digests) });
    return row === null ? undefined : toCode(row);
  }

  /** On SQLite all writers stand in line anyway, and there is no such lock. */
  async lock(id: string): Promise<AuthorizationCode | undefined> {
    const forUpdate = this.database.isPostgres ? { lock: { mode: 'pessimistic_write' as const } } : {};
    const row = await this.database.manager.findOne(AuthorizationCodeEntity, { where: { id }, ...forUpdate });
    return row === null ? undefined : toCode(row);
  }

  async change(
    id: string,
    change: Partial<Pick<AuthorizationCode, 'usedAt' | 'grantId' | 'wrongVerifiers'>>,
  ): Promise<void> {
    await this.database.write((manager) => manager.update(AuthorizationCodeEntity, { id }, change));
  }

  async removeOf(userId: string, accountId?: string): Promise<void> {
    const where = { userId, ...(accountId === undefined ? {} : { accountId }) };
    await this.database.write((manager) => manager.delete(AuthorizationCodeEntity, where));
  }

  removeExpired(before: number, limit: number): Promise<boolean> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(AuthorizationCodeEntity, {
        ...{ select: { id: true }, where: { expiresAt: LessThan(before) }, take: limit },
      });
      await manager.delete(AuthorizationCodeEntity, { id: In(rows.map(({ id }) => id)) });
      return rows.length === limit;
    });
  }
}

function toCode(row: AuthorizationCodeEntity): AuthorizationCode {
  const { id, digest, redirectUri, challenge, createdAt, expiresAt, usedAt, grantId, wrongVerifiers } = row;
  return {
    ...{ id, digest, redirectUri, challenge, createdAt, expiresAt, usedAt, grantId, wrongVerifiers },
    agreement: JSON.parse(row.agreement) as Agreement,
  };
}
