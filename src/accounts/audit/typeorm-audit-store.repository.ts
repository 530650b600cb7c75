import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditStore, type AuditEvent, type AuditFilter } from './audit-store.port.js';

@Injectable()
export class TypeormAuditStore extends AuditStore {
  constructor(private readonly database: Database) {
    super();
  }

  async append(event: AuditEvent): Promise<void> {
    const row = { ...event, details: event.details as object };
    await this.database.write((manager) => manager.insert(AuditEventEntity, row));
  }

  async removeOldest(before: number, limit: number, isSent: boolean): Promise<number> {
    const events = this.database.manager
      .createQueryBuilder(AuditEventEntity, 'event')
      .select(['event.id', 'event.at'])
      .orderBy('event.id')
      .limit(limit);
    if (isSent) events.where('NOT EXISTS (SELECT 1 FROM audit_unsent unsent WHERE unsent.id = event.id)');
    const oldest = await events.getMany();
    const ids = oldest.filter(({ at }) => at < before).map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(AuditEventEntity, ids));
    return ids.length;
  }

  async list(of: AuditFilter, limit: number, before?: string): Promise<AuditEvent[]> {
    return this.database.manager.find(AuditEventEntity, {
      where: { ...of, ...(before === undefined ? {} : { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}
