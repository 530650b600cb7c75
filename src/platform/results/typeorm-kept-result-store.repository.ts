import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { Database } from '../database/database.js';
import { KeptResultEntity } from './kept-result.entity.js';
import { KeptResultStore, type KeptResult, type ResultSum } from './kept-result-store.port.js';

@Injectable()
export class TypeormKeptResultStore extends KeptResultStore {
  constructor(private readonly database: Database) {
    super();
  }

  add(result: KeptResult, most: ResultSum, now: number): Promise<boolean> {
    return this.database.write(async (manager) => {
      await this.database.takeTurn(`results ${result.accountId}`);
      const { count, bytes } = await this.sumOf(result.accountId, now);
      if (count >= most.count || bytes + result.bytes > most.bytes) return false;
      await manager.insert(KeptResultEntity, result);
      return true;
    });
  }

  async find(id: string, now: number): Promise<KeptResult | undefined> {
    const found = await this.database.manager.findOneBy(KeptResultEntity, { id });
    return found !== null && found.expiresAt > now ? found : undefined;
  }

  async sumOf(accountId: string, now: number): Promise<ResultSum> {
    const row = await this.database.manager
      .createQueryBuilder(KeptResultEntity, 'result')
      .select('COUNT(*)', 'count')
      .addSelect('SUM(result.bytes)', 'bytes')
      .where('result.accountId = :accountId AND result.expiresAt > :now', { accountId, now })
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
