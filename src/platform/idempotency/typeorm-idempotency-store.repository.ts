import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { Database } from '../database/database.js';
import { IdempotencyRecordEntity } from './idempotency-record.entity.js';
import { IdempotencyStore, type IdempotencyRecord, type KeptSum } from './idempotency-store.port.js';

@Injectable()
export class TypeormIdempotencyStore extends IdempotencyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async begin(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord | undefined> {
    try {
      return await this.database.write(async (manager) => {
        const found = await manager.findOneBy(IdempotencyRecordEntity, { id: record.id });
        if (found !== null && found.expiresAt > now) return found;
        // Only the expired record: another request can have begun again meanwhile, and its record must stay.
        if (found !== null)
          await manager.delete(IdempotencyRecordEntity, { id: record.id, expiresAt: LessThanOrEqual(now) });
        await manager.insert(IdempotencyRecordEntity, record);
        return undefined;
      });
    } catch (error) {
      const faster = await this.database.manager.findOneBy(IdempotencyRecordEntity, { id: record.id });
      if (faster === null) throw error;
      return faster;
    }
  }

  async find(id: string, now: number): Promise<IdempotencyRecord | undefined> {
    const found = await this.database.manager.findOneBy(IdempotencyRecordEntity, { id });
    return found !== null && found.expiresAt > now ? found : undefined;
  }

  async finish(id: string, state: 'done' | 'unknown', answer: string | null): Promise<void> {
    await this.database.write((manager) =>
      manager.update(
        IdempotencyRecordEntity,
        { id },
        { state, answer, answerBytes: answer === null ? 0 : Buffer.byteLength(answer) },
      ),
    );
  }

  async sumOf(accountId: string, now: number): Promise<KeptSum> {
    const row = await this.database.manager
      .createQueryBuilder(IdempotencyRecordEntity, 'record')
      .select('COUNT(*)', 'count')
      .addSelect('SUM(record.answerBytes)', 'bytes')
      .where('record.accountId = :accountId AND record.expiresAt > :now', { accountId, now })
      .getRawOne<{ count: number | string; bytes: number | string | null }>();
    return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  async forget(id: string): Promise<void> {
    await this.database.write((manager) => manager.delete(IdempotencyRecordEntity, { id }));
  }

  async renew(ids: readonly string[], leaseUntil: number): Promise<void> {
    await this.database.write((manager) =>
      manager.update(IdempotencyRecordEntity, { id: In(ids), state: 'running' }, { leaseUntil }),
    );
  }

  async abandon(now: number): Promise<void> {
    const dead = this.database.isPostgres ? { leaseUntil: LessThanOrEqual(now) } : {};
    await this.database.write((manager) =>
      manager.update(IdempotencyRecordEntity, { state: 'running', ...dead }, { state: 'unknown' }),
    );
  }

  async removeExpired(now: number): Promise<void> {
    await this.database.write((manager) =>
      manager.delete(IdempotencyRecordEntity, { expiresAt: LessThanOrEqual(now) }),
    );
  }
}
