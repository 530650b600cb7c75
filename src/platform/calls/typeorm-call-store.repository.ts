import { Injectable } from '@nestjs/common';
import { Brackets, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { Database } from '../database/database.js';
import { quoted, RawStatement } from '../database/raw-rows.js';
import { CallRowEntity } from './call-row.entity.js';
import { CallStore, type CallPosition, type CallRow } from './call-store.port.js';

const columns = ['id', 'accountId', 'at', 'requestId', 'userId', 'data', 'content'] as const;
const rowsAtOnce = 100;

@Injectable()
export class TypeormCallStore extends CallStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** One transaction: what costs is the commit. In between it is others' turn. */
  async append(rows: readonly CallRow[]): Promise<void> {
    await this.database.write(async (manager) => {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        const statement = new RawStatement(this.database.isPostgres);
        const values = rows
          .slice(at, at + rowsAtOnce)
          .map((row) => statement.row(columns.map((name) => row[name])));
        await manager.query(
          `INSERT INTO "calls" (${quoted(columns)}) VALUES ${values.join(', ')}`,
          statement.values,
        );
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  }

  async find(accountId: string, requestId: string, since: number): Promise<CallRow | undefined> {
    const found = await this.database.manager.findOne(CallRowEntity, {
      where: { accountId, requestId, at: MoreThanOrEqual(since) },
      order: { at: 'DESC', id: 'DESC' },
    });
    return found ?? undefined;
  }

  async list(
    accountId: string,
    since: number,
    until: number,
    limit: number,
    before: CallPosition | undefined,
  ): Promise<CallRow[]> {
    const query = this.database.manager
      .createQueryBuilder(CallRowEntity, 'call')
      .select(columns.filter((name) => name !== 'content').map((name) => `call.${name}`))
      .where('call.accountId = :accountId AND call.at >= :since AND call.at < :until', {
        ...{ accountId, since },
        until: Math.min(until, Number.MAX_SAFE_INTEGER),
      })
      .orderBy('call.at', 'DESC')
      .addOrderBy('call.id', 'DESC')
      .limit(limit);
    if (before !== undefined)
      query.andWhere(
        new Brackets((where) =>
          where.where('call.at < :at', before).orWhere('call.at = :at AND call.id < :id', before),
        ),
      );
    return (await query.getMany()).map((row) => {
      const { id, at, requestId, userId, data } = row;
      return { id, accountId, at, requestId, userId, data, content: null };
    });
  }

  async removeOf(accountId: string, userIds: readonly string[], limit: number): Promise<boolean> {
    const found = await this.database.manager.find(CallRowEntity, {
      select: { id: true },
      where: { accountId, userId: In(userIds) },
      take: limit,
    });
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(CallRowEntity, ids));
    return ids.length === limit;
  }

  async removeBefore(before: number, limit: number): Promise<number> {
    const found = await this.database.manager.find(CallRowEntity, {
      select: { id: true },
      where: { at: LessThan(before) },
      order: { at: 'ASC' },
      take: limit,
    });
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(CallRowEntity, ids));
    return ids.length;
  }

  /** What SQLite deletes it writes over (`secure_delete`), but its log still holds it until that is emptied. */
  async forget(): Promise<void> {
    if (this.database.isPostgres) return;
    await this.database.between((manager) => manager.query('PRAGMA wal_checkpoint(TRUNCATE)'));
  }
}
