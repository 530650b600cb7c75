import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditStore, type AuditEvent } from './audit-store.port.js';

@Injectable()
export class TypeormAuditStore extends AuditStore {
  constructor(private readonly database: Database) {
    super();
  }

  async append(event: AuditEvent): Promise<void> {
    const row = { ...event, details: event.details as object };
    await this.database.write((manager) => manager.insert(AuditEventEntity, row));
  }

  async list(accountId: string, limit: number, before?: string): Promise<AuditEvent[]> {
    return this.database.manager.find(AuditEventEntity, {
      where: { accountId, ...(before === undefined ? {} : { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}
