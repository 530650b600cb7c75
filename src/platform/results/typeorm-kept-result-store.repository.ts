import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../database/database.js';
import { KeptResultEntity } from './kept-result.entity.js';
import { KeptResultStore, type KeptResult, type ResultSum } from './kept-result-store.port.js';

/** Characters that are written in one go: SQLite writes on the main thread, and others wait meanwhile. */
const partLength = 1_048_576;
/** Milliseconds for others between two parts. */
const restMs = 30;

/** Ids of the rows with what of a text of this length does not stand in its own row. They have no bytes: those are counted there. */
function partIds(id: string, length: number): string[] {
  const count = Math.max(0, Math.ceil(length / partLength) - 1);
  return Array.from({ length: count }, (_, index) => `${id}.${String(index + 1)}`);
}

@Injectable()
export class TypeormKeptResultStore extends KeptResultStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** Its parts come first, each by itself: the row without which none of them is found is written last. */
  async add(result: KeptResult, most: ResultSum, now: number): Promise<boolean> {
    const { id, accountId, expiresAt, sealed } = result;
    const ids = partIds(id, sealed.length);
    for (const [index, partId] of ids.entries()) {
      const part = sealed.slice((index + 1) * partLength, (index + 2) * partLength);
      const row = { id: partId, accountId, bytes: 0, expiresAt, sealed: part };
      await this.database.write((manager) => manager.insert(KeptResultEntity, row));
      await setTimeout(restMs);
    }
    const isKept = await this.database.write(async (manager) => {
      await this.database.takeTurn(`results ${accountId}`);
      const { count, bytes } = await this.sumOf(accountId, now);
      if (count >= most.count || bytes + result.bytes > most.bytes) return false;
      await manager.insert(KeptResultEntity, { ...result, sealed: sealed.slice(0, partLength) });
      return true;
    });
    if (!isKept && ids.length > 0)
      await this.database.write((manager) => manager.delete(KeptResultEntity, { id: In(ids) }));
    return isKept;
  }

  async find(id: string, now: number): Promise<KeptResult | undefined> {
    const { manager } = this.database;
    const found = await manager.findOneBy(KeptResultEntity, { id, bytes: MoreThan(0) });
    if (found === null || found.expiresAt <= now) return undefined;
    const { accountId, bytes, expiresAt } = found;
    let { sealed } = found;
    for (let index = 1, last = sealed; last.length === partLength; index++) {
      const part = await manager.findOneBy(KeptResultEntity, { id: `${id}.${String(index)}` });
      last = part?.sealed ?? '';
      sealed += last;
    }
    return { id, accountId, bytes, expiresAt, sealed };
  }

  async sumOf(accountId: string, now: number): Promise<ResultSum> {
    const row = await this.database.manager
      .createQueryBuilder(KeptResultEntity, 'result')
      .select('COUNT(*)', 'count')
      .addSelect('SUM(result.bytes)', 'bytes')
      .where('result.accountId = :accountId AND result.expiresAt > :now AND result.bytes > 0', {
        accountId,
        now,
      })
      .getRawOne<{ count: number | string; bytes: number | string | null }>();
    return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  async removeExpired(now: number, most: number): Promise<number> {
    const expired = await this.database.manager.find(KeptResultEntity, {
      select: { id: true },
      where: { expiresAt: LessThanOrEqual(now) },
      take: most,
    });
    if (expired.length > 0)
      await this.database.write((manager) =>
        manager.delete(KeptResultEntity, { id: In(expired.map(({ id }) => id)) }),
      );
    return expired.length;
  }
}
