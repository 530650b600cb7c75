import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { RawStatement } from '../../platform/database/raw-rows.js';
import { StorageGrowth } from '../../platform/storage/storage-growth.js';
import { storedBytes } from '../../platform/storage/stored-bytes.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditStore, type AuditEvent, type AuditFilter } from './audit-store.port.js';

/** About what a row takes up beside its details, with its indexes. */
const rowBytes = 700;
const removedAtOnce = 200;

@Injectable()
export class TypeormAuditStore extends AuditStore {
  constructor(
    private readonly database: Database,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  async append(event: AuditEvent): Promise<void> {
    const bytes = rowBytes + Buffer.byteLength(JSON.stringify(event.details));
    const row = { ...event, details: event.details as object, bytes };
    await this.database.write((manager) => manager.insert(AuditEventEntity, row));
    this.growth.grew('auditBytes', event.accountId, bytes);
  }

  async removeOldest(before: number, limit: number, isSent: boolean): Promise<number> {
    return (await this.removeSome({}, before, limit, isSent)).length;
  }

  async measure(accountId: string): Promise<number> {
    const sizes = await this.sizes(accountId);
    return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async removeOldestOf(accountId: string, before: number, isSent: boolean): Promise<number> {
    const sizes = await this.sizes(accountId);
    for (const { action } of sizes.sort((a, b) => b.bytes - a.bytes)) {
      const removed = await this.removeSome({ accountId, action }, before, removedAtOnce, isSent);
      if (removed.length > 0) return removed.reduce((sum, { bytes }) => sum + Math.max(bytes, rowBytes), 0);
    }
    return 0;
  }

  async list(of: AuditFilter, limit: number, before?: string): Promise<AuditEvent[]> {
    const rows = await this.database.manager.find(AuditEventEntity, {
      where: { ...of, ...(before === undefined ? {} : { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(eventIn);
  }

  /** What the events of each action take up. */
  private async sizes(accountId: string): Promise<{ readonly action: string; readonly bytes: number }[]> {
    const sizes = [];
    for (let after = ''; ;) {
      const statement = new RawStatement(this.database.isPostgres);
      const where = `"accountId" = ${statement.value(accountId)} AND action > ${statement.value(after)}`;
      const [row] = await this.database.manager.query<{ action: string | null }[]>(
        `SELECT MIN(action) AS action FROM audit_events WHERE ${where}`,
        statement.values,
      );
      if (row?.action == null) return sizes;
      const { action } = row;
      const bytes = await storedBytes(this.database, 'audit_events', { accountId, action }, rowBytes);
      sizes.push({ action, bytes });
      after = action;
    }
  }

  /** Of the `limit` oldest those from before `before`. */
  private async removeSome(
    of: Partial<AuditFilter>,
    before: number,
    limit: number,
    isSent: boolean,
  ): Promise<Pick<AuditEventEntity, 'bytes'>[]> {
    const events = this.database.manager
      .createQueryBuilder(AuditEventEntity, 'event')
      .select(['event.id', 'event.at', 'event.bytes'])
      .where(of)
      .orderBy('event.id')
      .limit(limit);
    if (isSent) events.andWhere('NOT EXISTS (SELECT 1 FROM audit_unsent unsent WHERE unsent.id = event.id)');
    const old = (await events.getMany()).filter(({ at }) => at < before);
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(AuditEventEntity, ids));
    return old;
  }
}

/** The event of a row. */
export function eventIn({ bytes: _bytes, ...event }: AuditEventEntity): AuditEvent {
  return event;
}
